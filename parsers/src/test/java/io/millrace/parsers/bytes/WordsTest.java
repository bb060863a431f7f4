package io.millrace.parsers.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;

/** Searching eight bytes at a time, against looking at each. */
class WordsTest {

    private static byte[] with(int at, int wanted, int length) {
        byte[] bytes =
                "abcdefghijklmnopqrstuvwxyz"
                        .repeat(2)
                        .substring(0, length)
                        .getBytes(StandardCharsets.US_ASCII);
        bytes[at] = (byte) wanted;
        return bytes;
    }

    @Test
    void plainTextEndsAtTheFirstByteThatIsNot() {
        for (int b = 0; b < 256; b++) {
            boolean ends = b < ' ' || b > 127 || b == '&' || b == ']' || b == '<';
            for (int at = 0; at < 40; at++) {
                byte[] bytes = with(at, b, 40);
                int expected = ends ? at : 40;
                assertThat(Words.plainText(bytes, 0, 40)).as(b + " at " + at).isEqualTo(expected);
            }
        }
    }

    @Test
    void aPlainStringEndsAtTheFirstByteThatIsNot() {
        for (int b = 0; b < 256; b++) {
            boolean ends = b < ' ' || b > 127 || b == '"' || b == '\\';
            for (int at = 0; at < 40; at++) {
                byte[] bytes = with(at, b, 40);
                int expected = ends ? at : 40;
                assertThat(Words.plainString(bytes, 0, 40)).as(b + " at " + at).isEqualTo(expected);
            }
        }
    }

    @Test
    void aSearchStopsAtItsEndThoughTheArrayGoesOn() {
        byte[] bytes = with(20, '<', 40);
        assertThat(Words.plainText(bytes, 3, 20)).isEqualTo(20);
        assertThat(Words.plainText(bytes, 3, 19)).isEqualTo(19);
        assertThat(Words.plainString(with(20, '"', 40), 3, 19)).isEqualTo(19);
    }
}
