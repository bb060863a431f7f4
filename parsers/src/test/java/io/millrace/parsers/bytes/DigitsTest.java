package io.millrace.parsers.bytes;

import static io.millrace.parsers.bytes.Digits.scale;
import static io.millrace.parsers.bytes.Words.broadcast;

import static org.assertj.core.api.Assertions.assertThat;

import static java.lang.Math.abs;
import static java.lang.Math.min;
import static java.lang.Math.pow;
import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.millrace.engine.message.ByteSink;

import org.junit.jupiter.api.Test;

import java.math.BigDecimal;
import java.nio.charset.Charset;
import java.util.Random;

/** Digits eight at a time, anywhere in an array. */
class DigitsTest {

    private static final int CASES = Integer.getInteger("millrace.cases", 20_000);
    private static final Charset EBCDIC = Charset.forName("IBM037");

    private static void same(String text, Charset charset, int zero, int before, int after) {
        byte[] digits = text.getBytes(charset);
        byte[] bytes = new byte[before + digits.length + after];
        System.arraycopy(digits, 0, bytes, before, digits.length);
        int count = 0;
        while (count < text.length() && Character.isDigit(text.charAt(count))) {
            count++;
        }
        int run = Digits.run(bytes, before, before + digits.length, zero);
        assertThat(run).as(text).isEqualTo(count);
        long some = Digits.readDigits(bytes, before, before + digits.length, zero);
        if (before + 8 <= bytes.length) {
            int few = min(8, count);
            assertThat(Digits.count(some)).as(text).isEqualTo(few);
            long expected = few == 0 ? 0 : Long.parseLong(text.substring(0, few));
            assertThat(Digits.number(some)).as(text).isEqualTo(expected);
        } else {
            assertThat(Digits.count(some)).as(text).isZero();
        }
        if (count > 0 && count <= Digits.MAX_COUNT) {
            long expected = Long.parseLong(text.substring(0, count));
            assertThat(Digits.value(bytes, before, count, zero)).as(text).isEqualTo(expected);
        }
    }

    @Test
    void digitsAreFoundAndReadWhereverTheyStand() {
        Random random = new Random(7);
        for (int i = 0; i < CASES; i++) {
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
            int after = random.nextInt(10);
            same(text.toString(), ISO_8859_1, '0', before, after);
            same(text.toString(), EBCDIC, 0xF0, before, after);
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
        byte[] bytes = "12345678901234567890".getBytes(ISO_8859_1);
        for (int to = 0; to <= bytes.length; to++) {
            assertThat(Digits.run(bytes, 0, to, '0')).isEqualTo(to);
        }
        assertThat(Digits.value(bytes, 2, 3, '0')).isEqualTo(345);
        assertThat(Digits.value(bytes, 2, 18, '0')).isEqualTo(345_678_901_234_567_890L);
    }

    @Test
    void numbersReadAtOnceAreWhatTheyLookLike() {
        Random random = new Random(20261121);
        for (int round = 0; round < CASES; round++) {
            int length = random.nextInt(18);
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < length; i++) {
                text.append((char) ('0' + random.nextInt(10)));
            }
            for (int points = random.nextInt(3); points > 0 && length > 0; points--) {
                text.setCharAt(random.nextInt(length), random.nextInt(20) == 0 ? '/' : '.');
            }
            int before = random.nextInt(20);
            byte[] bytes =
                    ("9.9.9.9.9.9.9.9.9.9.9.9".substring(0, before) + text + "9")
                            .getBytes(ISO_8859_1);
            int to = before + length;

            long found = Digits.pointed(bytes, before, to, broadcast('0'), broadcast('0' ^ '.'));

            String said = text.toString();
            boolean isNumber =
                    said.matches("[0-9]+([.][0-9]*)?")
                            && length <= 16
                            && to >= (length > 8 ? 16 : 8);
            assertThat(found != Digits.NONE).as(said).isEqualTo(isNumber);
            if (isNumber) {
                BigDecimal expected = new BigDecimal(said);
                assertThat(scale(found)).as(said).isEqualTo(expected.scale());
                assertThat(Digits.unscaled(found))
                        .as(said)
                        .isEqualTo(expected.unscaledValue().longValueExact());
            }
        }
    }

    private static String written(long exact, Charset charset, int zero, int minus, int point) {
        ByteSink out = new ByteSink();
        out.write('x');
        Digits.write(exact, out, zero, minus, point);
        return new String(out.bytes().toArray(), charset).substring(1);
    }

    @Test
    void numbersOfFewDigitsAreWrittenAsTheShortestTextThatSaysThem() {
        Random random = new Random(20261122);
        int found = 0;
        for (int round = 0; round < CASES; round++) {
            double number =
                    switch (random.nextInt(4)) {
                        case 0 -> random.nextInt() / 8.0;
                        case 1 -> random.nextInt(1_000_000_000) / 1e5;
                        case 2 -> random.nextLong() * pow(10, random.nextInt(30) - 30);
                        default -> Double.longBitsToDouble(random.nextLong());
                    };
            long exact = Digits.exact(number);
            if (exact != Digits.NONE) {
                found++;
                String shortest = new BigDecimal(Double.toString(number)).toPlainString();
                if (shortest.endsWith(".0")) {
                    shortest = shortest.substring(0, shortest.length() - 2);
                }
                assertThat(written(exact, ISO_8859_1, '0', '-', '.')).isEqualTo(shortest);
                assertThat(written(exact, EBCDIC, 0xF0, 0x60, 0x4B)).isEqualTo(shortest);
            }
        }
        assertThat(found).isGreaterThan(CASES / 3);
        for (double number : new double[] {0, -0.0, 0.5, 1e15, Double.NaN, 1 / 3.0}) {
            assertThat(Digits.exact(number)).isEqualTo(Digits.NONE);
        }
        assertThat(Digits.exact(Double.POSITIVE_INFINITY)).isEqualTo(Digits.NONE);
    }

    @Test
    void wholeNumbersOfFewDigitsAreWritten() {
        for (long power = 1; power < 1_000_000_000_000_000L; power *= 10) {
            for (long number : new long[] {power - 1, power, power + 7, -power, 1 - power}) {
                boolean few = number != 0 && abs(number) < 100_000_000_000_000L;
                long exact = Digits.exact(number);
                assertThat(exact != Digits.NONE).as("%d", number).isEqualTo(few);
                if (few) {
                    assertThat(written(exact, ISO_8859_1, '0', '-', '.'))
                            .isEqualTo(Long.toString(number));
                }
            }
        }
        assertThat(Digits.exact(Long.MIN_VALUE)).isEqualTo(Digits.NONE);
        assertThat(Digits.exact(Long.MAX_VALUE)).isEqualTo(Digits.NONE);
    }
}
