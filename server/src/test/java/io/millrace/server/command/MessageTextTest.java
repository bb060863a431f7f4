package io.millrace.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.Value;

import org.junit.jupiter.api.Test;

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
        Element root = Element.of(ElementType.NAME, "Root");
        root.add("Properties").add("MessageSet", Value.of("x"));
        root.add("MQMD").add("Format", Value.of("MQDEAD"));
        Element header = root.add("MQDLH");
        header.add("Reason", Value.of(2035));
        header.add("DestQName", Value.of("ORDERS   "));
        header.add("DestQMgrName", Value.of("   "));
        root.add("MQRFH2").add("usr").add("kind", Value.of("a"));
        root.add("BLOB").add("BLOB", Value.of(Bytes.utf8("x")));
        assertThat(MessageText.headers(root))
                .isEqualTo(
                        "  MQDLH.Reason: 2035\n  MQDLH.DestQName: ORDERS\n  MQRFH2.usr.kind: a\n");
    }
}
