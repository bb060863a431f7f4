package io.millrace.parsers.bytes;

import static io.millrace.parsers.bytes.Words.plainText;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.Random;

/** Searching eight bytes at a time, against looking at each. */
class WordsTest {

    private static byte[] with(int at, int requested, int length) {
        byte[] bytes =
                "abcdefghijklmnopqrstuvwxyz".repeat(2).substring(0, length).getBytes(US_ASCII);
        bytes[at] = (byte) requested;
        return bytes;
    }

    @Test
    void plainTextEndsAtTheFirstByteThatIsNot() {
        for (int b = 0; b < 256; b++) {
            boolean ends = b < ' ' || b > 127 || b == '&' || b == ']' || b == '<';
            for (int at = 0; at < 40; at++) {
                byte[] bytes = with(at, b, 40);
                int expected = ends ? at : 40;
                assertThat(plainText(bytes, 0, 40)).as(b + " at " + at).isEqualTo(expected);
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
        assertThat(plainText(bytes, 3, 20)).isEqualTo(20);
        assertThat(plainText(bytes, 3, 19)).isEqualTo(19);
        assertThat(Words.plainString(with(20, '"', 40), 3, 19)).isEqualTo(19);
    }

    @Test
    void whatIsNotPlainIsFoundWhateverIsAroundIt() {
        Random random = new Random(7);
        byte[] usual = "ab =>?;!~".getBytes(US_ASCII);
        for (int turn = 0; turn < 20_000; turn++) {
            byte[] a = new byte[24 + random.nextInt(20)];
            for (int i = 0; i < a.length; i++) {
                boolean rare = random.nextInt(turn % 40 + 1) == 0;
                a[i] = rare ? (byte) random.nextInt(256) : usual[random.nextInt(usual.length)];
            }
            int from = random.nextInt(a.length);
            assertThat(plainText(a, from, a.length)).isEqualTo(first(a, from, "&]<"));
            assertThat(Words.plain(a, from, a.length)).isEqualTo(first(a, from, "&]"));
            assertThat(Words.plainString(a, from, a.length)).isEqualTo(first(a, from, "\"\\"));
            assertThat(Words.plainContent(a, from, a.length)).isEqualTo(first(a, from, "&<>?"));
        }
    }

    @Test
    void aByteIsFoundHoweverFarAwayItIs() {
        for (int length = 0; length < 150; length++) {
            byte[] a = new byte[length];
            Arrays.fill(a, (byte) ';');
            assertThat(Words.find(a, 0, length, (byte) '?')).isEqualTo(length);
            for (int at = 0; at < length; at++) {
                a[at] = '?';
                assertThat(Words.find(a, 0, length, (byte) '?')).isEqualTo(at);
                assertThat(Words.find(a, at / 2, length, (byte) '?')).isEqualTo(at);
                assertThat(Words.find(a, 0, at, (byte) '?')).isEqualTo(at);
                a[at] = ';';
            }
        }
    }

    @Test
    void bytesAreComparedInFullAndNoFurther() {
        byte[] a = "<abcdefghijklmnopqrstuvwxyz".getBytes(ISO_8859_1);
        for (int at = 0; at < a.length; at++) {
            for (int end = at; end <= a.length; end++) {
                byte[] requested = Arrays.copyOfRange(a, at, end);
                assertThat(Words.starts(a, at, a.length, requested)).isTrue();
                assertThat(Words.starts(a, at, end, requested)).isTrue();
                assertThat(end > at && Words.starts(a, at, end - 1, requested)).isFalse();
                for (int i = 0; i < requested.length; i++) {
                    requested[i]++;
                    assertThat(Words.starts(a, at, a.length, requested)).isFalse();
                    requested[i]--;
                }
            }
        }
    }

    private static int first(byte[] a, int from, String special) {
        int i = from;
        while (i < a.length && a[i] >= ' ' && special.indexOf(a[i]) < 0) {
            i++;
        }
        return i;
    }
}
