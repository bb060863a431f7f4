package io.millrace.flows.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.ProblemsException;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.parser.HeaderParser;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.flows.compile.Registries;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

class SampleMessagesTest {

    @TempDir Path folder;

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
    void everyMqmdFieldOfTheTreeCanBeSetAndRead() {
        Mqmd descriptor = new Mqmd();

        assertThat(MqmdFields.names()).hasSize(25);
        for (String name : MqmdFields.names()) {
            assertThat(MqmdFields.text(descriptor, name)).as(name).isNotNull();
        }
    }
}
