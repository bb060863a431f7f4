package io.millrace.flows.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.ProblemsException;
import io.millrace.engine.message.ByteSink;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.HeaderParser;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.flows.library.Registries;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

class SampleMessagesTest {

    @TempDir Path folder;
    private int number;

    private final SampleMessages samples =
            new SampleMessages(Registries.load().parsers(), Limits.DEFAULTS);

    @Test
    void aFileWithoutHeadersIsATextOrBytes() throws IOException {
        QueueMessage text = samples.read(Files.writeString(folder.resolve("a.xml"), "<a>ü</a>"));
        QueueMessage bytes =
                samples.read(Files.write(folder.resolve("b.bin"), new byte[] {(byte) 0xFF, 1}));

        assertThat(text.descriptor().format()).isEqualTo("MQSTR");
        assertThat(text.descriptor().codedCharSetId()).isEqualTo(Mqmd.CCSID_UTF8);
        assertThat(bytes.descriptor().format()).isEmpty();
        assertThat(bytes.body().hex()).isEqualToIgnoringCase("FF01");
    }

    @Test
    void headersBesideAFileAreTheMessages() throws IOException {
        Path file = Files.writeString(folder.resolve("a.xml"), "<a/>");
        Files.writeString(
                folder.resolve("a.headers.yaml"),
                """
                mqmd:
                  Persistence: 0
                  Priority: 7
                  ReplyToQ: REPLIES
                  CorrelId: 0a0b
                mqrfh2:
                  mcd: {Msd: XMLNSC}
                  usr: {colour: red, count: 5, ready: true, part: [a, b]}
                """);

        QueueMessage message = samples.read(file);

        Mqmd descriptor = message.descriptor();
        assertThat(descriptor.format()).isEqualTo("MQHRF2");
        assertThat(descriptor.priority()).isEqualTo(7);
        assertThat(descriptor.isPersistent()).isFalse();
        assertThat(descriptor.replyToQ()).isEqualTo("REPLIES");
        assertThat(descriptor.correlId().hex()).startsWithIgnoringCase("0A0B00").hasSize(48);
        HeaderParser.Section header =
                Registries.load()
                        .parsers()
                        .headerForFormat("MQHRF2")
                        .orElseThrow()
                        .parse(
                                message.body(),
                                descriptor.codedCharSetId(),
                                descriptor.encoding(),
                                Limits.DEFAULTS);
        assertThat(header.following()).isEqualTo(new HeaderParser.Following("MQSTR", 1208, 273));
        Element usr = header.folder().child("usr");
        assertThat(usr.textOf("colour")).isEqualTo("red");
        assertThat(usr.textOf("count")).isEqualTo("5");
        assertThat(usr.size()).isEqualTo(5);
        assertThat(header.folder().at("mcd", "Msd").text()).isEqualTo("XMLNSC");
        int length = message.body().length();
        assertThat(message.body().slice(header.length(), length).text(StandardCharsets.UTF_8))
                .isEqualTo("<a/>");
    }

    @Test
    void aFolderIsListedInOrderWithoutHeadersAndHiddenFiles() throws IOException {
        for (String name : new String[] {"b.xml", "a.xml", "a.headers.yaml", ".hidden"}) {
            Files.writeString(folder.resolve(name), "x");
        }
        Files.createDirectory(folder.resolve("c"));

        assertThat(SampleMessages.list(folder))
                .extracting(p -> p.getFileName().toString())
                .containsExactly("a.xml", "b.xml");
        assertThat(SampleMessages.list(folder.resolve("b.xml"))).hasSize(1);
        assertThatThrownBy(() -> SampleMessages.list(folder.resolve("none")))
                .isInstanceOf(ProblemsException.class)
                .hasMessageContaining("the file or folder does not exist");
    }

    @Test
    void mistakesInHeadersHavePlaces() throws IOException {
        Path file = Files.writeString(folder.resolve("a.xml"), "<a/>");
        Files.writeString(
                folder.resolve("a.headers.yaml"),
                "mqmd: {MsgId: xx}\nmqrfh2: {Flag: 1}\nmqdm: {}\n");

        assertThatThrownBy(() -> samples.read(file))
                .isInstanceOf(ProblemsException.class)
                .hasMessageContaining("a.headers.yaml:1:15: error MR1006")
                .hasMessageContaining("the MQRFH2 has no field Flag")
                .hasMessageContaining("did you mean Flags?")
                .hasMessageContaining("did you mean mqmd?");
    }

    @Test
    void writtenMessagesAreReadUnchanged() throws IOException {
        Mqmd all = new Mqmd().format("MQHRF2").codedCharSetId(37).encoding(546).priority(3);
        all.report(1).msgType(1).expiry(9).feedback(2).persistence(1).replyToQ("A ${b} '\"#");
        all.msgId(Bytes.of(new byte[] {1, 2})).correlId(Bytes.of(new byte[] {-1}));
        all.replyToQMgr("Q").userIdentifier("ann: x").accountingToken(Bytes.of(new byte[] {7}));
        all.applIdentityData("i").putApplType(26).putApplName("~").applOriginData("o");
        all.putTime(Instant.parse("2026-11-22T23:59:58.987Z")).groupId(Bytes.of(new byte[] {8}));
        all.msgSeqNumber(4).offset(5).msgFlags(6).originalLength(70);
        Bytes rfh2 = rfh2("usr");
        for (byte[] end :
                List.of(
                        new byte[0],
                        "a\r\n\u00e9".getBytes(StandardCharsets.UTF_8),
                        new byte[] {0, -1})) {
            ByteSink bytes = new ByteSink(100);
            bytes.write(rfh2);
            bytes.write(Bytes.of(end));
            same(new QueueMessage(all, bytes.bytes()));
            same(new QueueMessage(all.copy().format(""), Bytes.of(end)));
            same(new QueueMessage(all.copy().format("MQDEAD"), Bytes.of(end)));
        }
    }

    private static Bytes rfh2(String folder) {
        Element header = Element.of(0, "MQRFH2").domain("MQRFH2");
        header.add(folder).add("colour", Value.of("red\nblue"));
        return Registries.load()
                .parsers()
                .headerForFormat("MQHRF2")
                .orElseThrow()
                .write(header, 37, 546, new HeaderParser.Following("", 1208, 273), Limits.DEFAULTS);
    }

    private void same(QueueMessage message) throws IOException {
        Path file = folder.resolve("m" + number++ + ".msg");
        samples.write(file, message);
        QueueMessage read = samples.read(file);
        assertThat(read.body()).isEqualTo(message.body());
        for (String name : MqmdFields.names()) {
            assertThat(MqmdFields.text(read.descriptor(), name))
                    .as(name)
                    .isEqualTo(MqmdFields.text(message.descriptor(), name));
        }
    }

    @Test
    void headersAreWrittenWithTheirFieldsAsComments() throws IOException {
        Mqmd descriptor = new Mqmd().format("MQHRF2").codedCharSetId(37).encoding(546);
        Path file = folder.resolve("a.msg");
        samples.write(file, new QueueMessage(descriptor, rfh2("usr")));
        assertThat(folder.resolve("a.headers.yaml"))
                .content()
                .startsWith("mqmd:\n  Encoding: 546\n  CodedCharSetId: 37\n  Format: MQHRF2\n#")
                .contains("# MQRFH2.usr.colour: red\\nblue\n")
                .containsPattern("\nheaders: \"[0-9A-F]+\"\n$");
        assertThatThrownBy(() -> samples.write(file, new QueueMessage(descriptor, rfh2("other"))))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThat(folder.resolve("a.headers.yaml")).content().doesNotContain("other");
    }

    @Test
    void aMessageIsNotWrittenPartly() throws IOException {
        Path file = Files.createFile(folder.resolve("a.msg"));
        assertThatThrownBy(() -> samples.write(file, new QueueMessage(new Mqmd(), rfh2("usr"))))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThat(folder.resolve("a.headers.yaml")).doesNotExist();
    }

    @Test
    void headersInHexadecimalAreChecked() throws IOException {
        Path file = Files.writeString(folder.resolve("a.xml"), "<a/>");
        Path headers = folder.resolve("a.headers.yaml");
        Files.writeString(headers, "headers: 0x\n");
        assertThatThrownBy(() -> samples.read(file))
                .hasMessageContaining("a.headers.yaml:1:10: error MR1006")
                .hasMessageContaining("headers must have two hexadecimal digits per byte");
        Files.writeString(headers, "headers: '00'\nmqrfh2: {usr: {a: 1}}\n");
        assertThatThrownBy(() -> samples.read(file))
                .hasMessageContaining("headers cannot be combined with mqrfh2");
        Files.writeString(headers, "mqmd: {PutDate: 2026, PutTime: noon}\n");
        assertThatThrownBy(() -> samples.read(file))
                .hasMessageContaining("PutDate must be a date in the form YYYYMMDD (found '2026')")
                .hasMessageContaining("PutTime must be a time in the form HHMMSSTH (GMT) (found");
    }

    @Test
    void everyMqmdFieldOfTheTreeCanBeSetAndRead() {
        Mqmd descriptor = new Mqmd();

        assertThat(MqmdFields.names()).hasSize(27);
        for (String name : MqmdFields.names()) {
            assertThat(MqmdFields.text(descriptor, name)).as(name).isNotNull();
        }
    }
}
