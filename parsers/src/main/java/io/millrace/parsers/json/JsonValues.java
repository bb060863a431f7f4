package io.millrace.parsers.json;

import static java.lang.Math.abs;
import static java.lang.Math.min;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.DecimalValue;
import io.millrace.engine.message.Value.FloatValue;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;

/**
 * A converter of strings, numbers and literals to values. Only the syntax of RFC 8259 is accepted.
 */
final class JsonValues {

    /**
     * Maximum number of digits of a number. The conversion of more digits to a DECIMAL would be too
     * expensive.
     */
    private static final int MAX_NUMBER = 4_096;

    /** Maximum exponent of a DECIMAL (IEEE 754 decimal128). */
    private static final int MAX_EXPONENT = 6_144;

    private JsonValues() {}

    /** Returns the value of a string. The range includes the quotation marks. */
    static String string(JsonContent content, byte[] text, int start, int end) {
        int last = end - 1;
        int i = start + 1;
        while (i < last && text[i] >= ' ' && text[i] != '\\') {
            i++;
        }
        if (i == last) {
            return new String(text, start + 1, last - start - 1, ISO_8859_1);
        }
        StringBuilder decoded = new StringBuilder(last - start);
        int plain = start + 1;
        for (i = plain; i < last; i++) {
            byte b = text[i];
            if (b >= 0 && b < ' ') {
                throw content.failed(i, "a character of a string (control characters are escaped)");
            }
            if (b == '\\') {
                utf8(content, text, plain, i, decoded);
                i = escape(content, text, i, last, decoded);
                plain = i + 1;
            }
        }
        utf8(content, text, plain, last, decoded);
        return decoded.toString();
    }

    private static void utf8(
            JsonContent content, byte[] text, int from, int to, StringBuilder target) {
        String part = new String(text, from, to - from, UTF_8);
        if (part.indexOf('\uFFFD') >= 0) {
            try {
                UTF_8.newDecoder().decode(ByteBuffer.wrap(text, from, to - from));
            } catch (CharacterCodingException e) {
                throw content.failedWith(from, "the string is not UTF-8");
            }
        }
        target.append(part);
    }

    /** Decodes an escape and returns the index of its last byte. */
    private static int escape(
            JsonContent content, byte[] text, int backslash, int last, StringBuilder target) {
        int i = backslash + 1;
        switch (text[i]) {
            case '"', '\\', '/' -> target.append((char) text[i]);
            case 'b' -> target.append('\b');
            case 'f' -> target.append('\f');
            case 'n' -> target.append('\n');
            case 'r' -> target.append('\r');
            case 't' -> target.append('\t');
            case 'u' -> {
                int code = 0;
                for (int k = 1; k <= 4; k++) {
                    int digit = i + k < last ? Character.digit(text[i + k], 16) : -1;
                    if (digit < 0) {
                        throw content.failedWith(
                                backslash,
                                """
                                found an incomplete escape, expected \\u and 4 hexadecimal \
                                digits\
                                """);
                    }
                    code = code << 4 | digit;
                }
                target.append((char) code);
                return i + 4;
            }
            default -> throw content.failed(i, "one of \" \\ / b f n r t u after a backslash");
        }
        return i;
    }

    /** Returns a number, true, false or null. */
    static Value scalar(JsonContent content, byte[] text, int start, int end) {
        return switch (text[start]) {
            case 't' -> literal(content, text, start, end, "true", Value.of(true));
            case 'f' -> literal(content, text, start, end, "false", Value.of(false));
            case 'n' -> literal(content, text, start, end, "null", null);
            default -> number(content, text, start, end);
        };
    }

    private static Value literal(
            JsonContent content, byte[] text, int start, int end, String word, Value value) {
        boolean same = end - start == word.length();
        for (int i = 0; same && i < word.length(); i++) {
            same = text[start + i] == word.charAt(i);
        }
        if (!same) {
            throw content.failedWith(
                    start, "found '" + shown(text, start, end) + "', expected " + word);
        }
        return value;
    }

    private static Value number(JsonContent content, byte[] text, int start, int end) {
        int i = text[start] == '-' ? start + 1 : start;
        int digits = digits(text, i, end);
        boolean good = digits > i && (text[i] != '0' || digits == i + 1);
        boolean fraction = digits < end && text[digits] == '.';
        int at = digits;
        if (fraction) {
            at = digits(text, digits + 1, end);
            good &= at > digits + 1;
        }
        boolean exponent = at < end && (text[at] | 0x20) == 'e';
        if (exponent) {
            int sign =
                    at + 1 < end && (text[at + 1] == '+' || text[at + 1] == '-') ? at + 2 : at + 1;
            at = digits(text, sign, end);
            good &= at > sign;
        }
        if (!good || at != end || end - start > MAX_NUMBER) {
            throw content.failedWith(
                    start,
                    "found '"
                            + shown(text, start, end)
                            + "', expected a number such as 10, -0.5 or 2e3");
        }
        if (!fraction && !exponent && digits - i <= 18) {
            return Value.of(integer(text, start, i, end));
        }
        return wide(
                content,
                new String(text, start, end - start, ISO_8859_1),
                start,
                fraction,
                exponent);
    }

    private static int digits(byte[] text, int from, int end) {
        int i = from;
        while (i < end && text[i] >= '0' && text[i] <= '9') {
            i++;
        }
        return i;
    }

    private static long integer(byte[] text, int start, int digits, int end) {
        long value = 0;
        for (int k = digits; k < end; k++) {
            value = value * 10 + (text[k] - '0');
        }
        return start < digits ? -value : value;
    }

    private static Value wide(
            JsonContent content, String number, int start, boolean fraction, boolean exponent) {
        BigDecimal exact = decimal(number);
        if (exact == null) {
            throw content.failedWith(start, "the number " + number + " is out of range");
        }
        if (exponent) {
            double value = Double.parseDouble(number);
            boolean lossless =
                    Double.isFinite(value)
                            && new BigDecimal(Double.toString(value)).compareTo(exact) == 0;
            if (lossless) {
                return new FloatValue(value);
            }
        } else if (!fraction
                && exact.precision() <= 19
                && exact.toBigInteger().bitLength() < Long.SIZE) {
            return Value.of(exact.longValue());
        }
        return new DecimalValue(exact);
    }

    /**
     * Returns a DECIMAL; null if the number is outside the range of DECIMAL. In plain notation,
     * such a number could exhaust the memory.
     */
    private static BigDecimal decimal(String number) {
        try {
            BigDecimal exact = new BigDecimal(number);
            return abs((long) exact.precision() - exact.scale()) > MAX_EXPONENT ? null : exact;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private static String shown(byte[] text, int start, int end) {
        String all = new String(text, start, min(40, end - start), UTF_8);
        return end - start > 40 ? all + "..." : all;
    }
}
