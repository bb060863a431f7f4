package io.millrace.parsers.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Random;

/** Digits eight at a time, anywhere in an array. */
class DigitsTest {

    private static final Charset EBCDIC = Charset.forName("IBM037");

    private static void same(String text, Charset charset, int zero, int before, int behind) {
        byte[] digits = text.getBytes(charset);
        byte[] bytes = new byte[before + digits.length + behind];
        System.arraycopy(digits, 0, bytes, before, digits.length);
        int count = 0;
        while (count < text.length() && Character.isDigit(text.charAt(count))) {
            count++;
        }
        int run = Digits.run(bytes, before, before + digits.length, zero);
        assertThat(run).as(text).isEqualTo(count);
        long some = Digits.some(bytes, before, before + digits.length, zero);
        if (before + 8 <= bytes.length) {
            int few = Math.min(8, count);
            assertThat(Digits.count(some)).as(text).isEqualTo(few);
            long expected = few == 0 ? 0 : Long.parseLong(text.substring(0, few));
            assertThat(Digits.number(some)).as(text).isEqualTo(expected);
        } else {
            assertThat(Digits.count(some)).as(text).isZero();
        }
        if (count > 0 && count <= Digits.MOST) {
            long expected = Long.parseLong(text.substring(0, count));
            assertThat(Digits.value(bytes, before, count, zero)).as(text).isEqualTo(expected);
        }
    }

    @Test
    void digitsAreFoundAndReadWhereverTheyStand() {
        Random random = new Random(7);
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder();
            int length = random.nextInt(20);
            for (int j = 0; j < length; j++) {
                text.append((char) ('0' + random.nextInt(10)));
            }
            if (random.nextInt(3) == 0) {
                text.insert(
                        random.nextInt(length + 1), "./:;-+ xA\u00E9".charAt(random.nextInt(10)));
            }
            int before = random.nextInt(10);
            int behind = random.nextInt(10);
            same(text.toString(), StandardCharsets.ISO_8859_1, '0', before, behind);
            same(text.toString(), EBCDIC, 0xF0, before, behind);
        }
    }

    @Test
    void noOtherByteIsADigit() {
        for (int b = 0; b < 256; b++) {
            byte[] bytes = new byte[16];
            bytes[3] = (byte) b;
            assertThat(Digits.run(bytes, 3, 4, '0')).isEqualTo(b >= '0' && b <= '9' ? 1 : 0);
            assertThat(Digits.run(bytes, 3, 4, 0xF0)).isEqualTo(b >= 0xF0 && b <= 0xF9 ? 1 : 0);
        }
    }

    @Test
    void digitsBehindTheEndDoNotCount() {
        byte[] bytes = "12345678901234567890".getBytes(StandardCharsets.ISO_8859_1);
        for (int to = 0; to <= bytes.length; to++) {
            assertThat(Digits.run(bytes, 0, to, '0')).isEqualTo(to);
        }
        assertThat(Digits.value(bytes, 2, 3, '0')).isEqualTo(345);
        assertThat(Digits.value(bytes, 2, 18, '0')).isEqualTo(345_678_901_234_567_890L);
    }
}
