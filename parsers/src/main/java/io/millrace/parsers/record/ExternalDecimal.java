package io.millrace.parsers.record;

import static io.millrace.parsers.bytes.Digits.MAX_COUNT;
import static io.millrace.parsers.record.Numbers.tooLong;
import static io.millrace.parsers.record.TextValue.encoded;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.millrace.engine.message.ByteSink;
import io.millrace.engine.message.Value;
import io.millrace.parsers.bytes.Digits;
import io.millrace.parsers.model.NumberRule.SignOrientation;
import io.millrace.parsers.record.TextCode.Width;

import java.math.BigInteger;

/**
 * External (zoned) decimals: one character for each digit. In EBCDIC, a sign in a digit is the
 * upper nibble of the digit (A, C, E, F plus; B, D minus). In ASCII, the digit itself is positive
 * and the letters p to y are negative digits; with {@code ebcdicCustom}, they are the characters
 * that EBCDIC displays: { A-I and } J-R.
 */
record ExternalDecimal(
        Numbers numbers, SignOrientation orientation, boolean ebcdicCustom, Padding padding)
        implements ValueCodec {

    private static final String PLUS_DIGITS = "{ABCDEFGHI";
    private static final String MINUS_DIGITS = "}JKLMNOPQR";
    private static final int ASCII_MINUS_ZONE = 0x70;
    private static final int NOT_A_DIGIT = 99;

    @Override
    public Value read(byte[] bytes, int from, int to, Wire wire) {
        byte[] text = bytes;
        boolean zeros = isDigitZero();
        int begin = zeros ? from : padding.begin(bytes, from, to, wire);
        int end = zeros ? to : padding.end(bytes, begin, to, wire);
        boolean ebcdic = wire.text().isEbcdic();
        if (wire.text().width() != Width.SINGLE) {
            text = wire.text().decode(bytes, begin, end).getBytes(ISO_8859_1);
            begin = 0;
            end = text.length;
        }
        return number(text, begin, end, ebcdic, wire);
    }

    /**
     * Whether the padding character is the digit 0. Then padding is not removed, so that a field of
     * zeros is not empty.
     */
    private boolean isDigitZero() {
        return !padding.fill().isByte() && padding.fill().codePoint() == '0';
    }

    private Value number(byte[] text, int from, int to, boolean ebcdic, Wire wire) {
        int begin = from;
        int end = to;
        boolean negative = false;
        boolean within = numbers.signed() && !orientation.isSeparate();
        if (numbers.signed() && orientation.isSeparate()) {
            int at = orientation.isLeading() ? begin++ : --end;
            int sign = begin > end ? 0 : text[at] & 0xFF;
            int minus = ebcdic ? wire.text().code('-') : '-';
            int plus = ebcdic ? wire.text().code('+') : '+';
            negative = sign == minus;
            if (sign != plus && sign != minus) {
                throw new FieldException("a number with a sign " + orientation.word());
            }
        }
        if (begin >= end) {
            throw new FieldException("digits");
        }
        int signed = !within ? -1 : orientation.isLeading() ? begin : end - 1;
        int zone = ebcdic ? 0xF0 : 0x30;
        if (end - begin <= MAX_COUNT && Digits.run(text, begin, end, zone) == end - begin) {
            long plain = Digits.value(text, begin, end - begin, zone);
            return numbers.value(negative ? -plain : plain);
        }
        long number = 0;
        BigInteger large = null;
        for (int i = begin; i < end; i++) {
            int digit = (text[i] & 0xFF) - zone;
            if (digit < 0 || digit > 9) {
                digit = i == signed ? signedDigit(text[i] & 0xFF, ebcdic) : NOT_A_DIGIT;
                negative = digit < 0;
                digit = negative ? ~digit : digit;
                if (digit == NOT_A_DIGIT) {
                    throw new FieldException(
                            "%s (found X'%02X'%s)"
                                    .formatted(
                                            i == signed ? "a digit with a sign" : "a digit",
                                            text[i],
                                            codePageHint(text[i] & 0xFF, ebcdic)));
                }
            }
            if (i - begin < MAX_COUNT) {
                number = number * 10 + digit;
            } else {
                large =
                        (large == null ? BigInteger.valueOf(number) : large)
                                .multiply(BigInteger.TEN)
                                .add(BigInteger.valueOf(digit));
            }
        }
        return large == null
                ? numbers.value(negative ? -number : number)
                : numbers.value(negative ? large.negate() : large);
    }

    /**
     * Returns a hint for the most frequent error: an ASCII code page instead of EBCDIC, or the
     * reverse.
     */
    private static String codePageHint(int b, boolean ebcdic) {
        if (ebcdic && b >= '0' && b <= '9') {
            return ", a digit in ASCII: check the code page";
        }
        return !ebcdic && b >= 0xF0 && b <= 0xF9 ? ", a digit in EBCDIC: check the code page" : "";
    }

    /**
     * Returns the digit of a byte that also contains a sign; for minus, the complement of the
     * digit.
     */
    private int signedDigit(int b, boolean ebcdic) {
        if (ebcdic) {
            int digit = b & 0xF;
            return digit > 9
                    ? NOT_A_DIGIT
                    : switch (b >> 4) {
                        case 0xA, 0xC, 0xE -> digit;
                        case 0xB, 0xD -> ~digit;
                        default -> NOT_A_DIGIT;
                    };
        }
        if (ebcdicCustom) {
            int plus = PLUS_DIGITS.indexOf(b);
            int minus = MINUS_DIGITS.indexOf(b);
            return plus >= 0 ? plus : minus >= 0 ? ~minus : NOT_A_DIGIT;
        }
        int digit = b - ASCII_MINUS_ZONE;
        return digit >= 0 && digit <= 9 ? ~digit : NOT_A_DIGIT;
    }

    @Override
    public void write(Value value, ByteSink out, int length, Wire wire) {
        BigInteger unscaled =
                numbers.isFast(value)
                        ? BigInteger.valueOf(numbers.fast(value))
                        : numbers.unscaled(value);
        boolean negative = unscaled.signum() < 0;
        boolean separate = numbers.signed() && orientation.isSeparate();
        StringBuilder digits = new StringBuilder(unscaled.abs().toString());
        int unit = wire.text().unit();
        int room = length < 0 ? digits.length() : length / unit - (separate ? 1 : 0);
        if (digits.length() > room) {
            throw tooLong(value, "a number of at most " + room + " digits");
        }
        if (isDigitZero()) {
            digits.insert(0, "0".repeat(room - digits.length()));
        }
        String sign = negative ? "-" : "+";
        if (separate) {
            digits.insert(orientation.isLeading() ? 0 : digits.length(), sign);
        }
        byte[] bytes = encoded(digits.toString(), wire);
        if (numbers.signed() && !separate) {
            sign(bytes, digits, negative, wire);
        }
        padding.write(bytes, out, length < 0 ? bytes.length : length, wire);
    }

    private void sign(byte[] bytes, StringBuilder digits, boolean negative, Wire wire) {
        int at = orientation.isLeading() ? 0 : digits.length() - 1;
        int digit = digits.charAt(at) - '0';
        if (wire.text().isEbcdic()) {
            bytes[at] = (byte) ((negative ? 0xD0 : 0xC0) | digit);
            return;
        }
        int shown =
                ebcdicCustom
                        ? (negative ? MINUS_DIGITS : PLUS_DIGITS).charAt(digit)
                        : negative ? ASCII_MINUS_ZONE + digit : '0' + digit;
        byte[] one = wire.text().encode(shown);
        System.arraycopy(one, 0, bytes, at * one.length, one.length);
    }
}
