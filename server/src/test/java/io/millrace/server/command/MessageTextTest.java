package io.millrace.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.message.ByteSink;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.message.Value;
import io.millrace.engine.parser.HeaderParser;
import io.millrace.engine.queue.QueueMessage;

import org.junit.jupiter.api.Test;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

class MessageTextTest {

    @Test
    void aBodyThatIsNoTextIsShownInLinesOfBytesAndCharacters() {
        byte[] body = new byte[40];
        byte[] some = "DLH \0\0\0\1abcdefghijklmnopqrstuvwxyz".getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(some, 0, body, 0, some.length);
        assertThat(MessageText.body(Bytes.of(body)))
                .isEqualTo(
                        "00000000  444C4820 00000001 61626364 65666768 696A6B6C 6D6E6F70 71727374"
                                + " 75767778  DLH ....abcdefghijklmnopqrstuvwx\n"
                                + "00000020  797A0000 00000000"
                                + " ".repeat(56)
                                + "yz......");
        assertThat(MessageText.body(Bytes.of(new byte[5000]))).endsWith("... 904 more bytes");
        assertThat(MessageText.body(Bytes.utf8("a text\n"))).isEqualTo("a text\n");
    }

    @Test
    void headersAreShownByTheirFields() {
        Element header = Element.of(ElementType.NAME, "MQRFH2").domain("MQRFH2");
        header.add("usr").add("kind", Value.of("a   "));
        header.add("jms").add("Dst", Value.of("   "));
        Bytes rfh2 =
                MessageFiles.assembler()
                        .parsers()
                        .headerForFormat("MQHRF2")
                        .orElseThrow()
                        .write(
                                header,
                                1208,
                                273,
                                new HeaderParser.Following("MQSTR", 37, 273),
                                Limits.DEFAULTS);
        ByteSink all = new ByteSink(100);
        all.write(rfh2);
        all.write(Bytes.of("caf\u00e9".getBytes(Charset.forName("Cp037"))));
        QueueMessage message = new QueueMessage(new Mqmd().format("MQHRF2"), all.bytes());
        assertThat(MessageText.content(message, MessageFiles.assembler()))
                .contains("  MQRFH2.CodedCharSetId: 37\n", "  MQRFH2.usr.kind: a\ncaf\u00e9\n")
                .doesNotContain("Dst");
        assertThat(MessageText.line(message, MessageFiles.assembler(), 80)).hasSize(4);
        QueueMessage damaged = new QueueMessage(new Mqmd().format("MQHRF2"), Bytes.utf8("RFH"));
        assertThat(MessageText.content(damaged, MessageFiles.assembler()))
                .contains("damaged header: ")
                .endsWith("\nRFH\n");
    }
}
