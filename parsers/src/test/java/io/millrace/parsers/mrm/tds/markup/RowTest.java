package io.millrace.parsers.mrm.tds.markup;

import static io.millrace.parsers.mrm.tds.markup.PlainRow.SPARE;

import static org.assertj.core.api.Assertions.assertThat;

import static java.lang.Math.max;
import static java.lang.Math.min;
import static java.nio.charset.StandardCharsets.ISO_8859_1;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.Random;

class RowTest {

    private static final int FROM = 3;

    private final PlainRow row =
            new PlainRow((byte) ',', bytes(",\r\n\u00C2"), bytes(",\r\n\u00C2\""), new int[0]);

    private static boolean[] bytes(String set) {
        boolean[] bytes = new boolean[256];
        set.chars().forEach(c -> bytes[c] = true);
        return bytes;
    }

    @Test
    void whatIsFoundAtOnceIsWhatIsFoundByteByByte() {
        Random random = new Random(20261121);
        String characters = "aaaaaaabc-+!#.,,,\"\r\n\u00AC\u00C2";
        for (int round = 0; round < 100_000; round++) {
            byte[] text = new byte[1 + random.nextInt(60)];
            for (int i = 0; i < text.length; i++) {
                // Mostly no more than letters and delimiters.
                int most = random.nextInt(10) == 0 ? characters.length() : 14;
                text[i] = (byte) characters.charAt(random.nextInt(most));
            }
            text[0] = ',';
            int limit = text.length - random.nextInt(min(text.length, 12));
            int to = FROM + 1 + random.nextInt(12);
            int[] expected = new int[to + SPARE];
            int most = slowly(text, limit, expected, to);

            int[] found = new int[to + SPARE];
            int size = row.ends(text, 0, limit, found, FROM, to);

            String shown = new String(text, 0, limit, ISO_8859_1);
            assertThat(Arrays.copyOfRange(found, FROM, size))
                    .as(shown)
                    .isEqualTo(Arrays.copyOfRange(expected, FROM, size));
            // The last bytes, of which there are not eight, are for others.
            int after = max(FROM, most - (int) delimiters(text, limit - 7, limit));
            assertThat(size).as(shown).isBetween(after, most);
        }
    }

    private static long delimiters(byte[] text, int from, int to) {
        long count = 0;
        for (int i = max(0, from); i < to; i++) {
            count += text[i] == ',' ? 1 : 0;
        }
        return count;
    }

    /** As {@link PlainRow#ends}, up to the end. */
    private int slowly(byte[] text, int limit, int[] ends, int to) {
        boolean[] stops = bytes(",\r\n\u00C2");
        int found = FROM;
        int at = 0;
        while (found < to && row.isPlain(text, at, limit)) {
            int end = at + 1;
            while (end < limit && !stops[text[end] & 0xFF]) {
                end++;
            }
            if (end == limit || text[end] != ',') {
                break;
            }
            ends[found++] = end;
            at = end;
        }
        return found;
    }
}
