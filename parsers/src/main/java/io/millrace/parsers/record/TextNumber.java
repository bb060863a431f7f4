package io.millrace.parsers.record;

import static io.millrace.parsers.bytes.Digits.isExact;
import static io.millrace.parsers.bytes.Digits.quotient;
import static io.millrace.parsers.bytes.Digits.scale;
import static io.millrace.parsers.bytes.Words.broadcast;
import static io.millrace.parsers.model.BaseType.DECIMAL;
import static io.millrace.parsers.model.BaseType.Kind.FLOATING;
import static io.millrace.parsers.model.FillCharacter.ZERO;
import static io.millrace.parsers.record.Numbers.decimal;
import static io.millrace.parsers.record.Numbers.isShortest;
import static io.millrace.parsers.record.Numbers.tooLong;
import static io.millrace.parsers.record.TextValue.encoded;

import static java.lang.Math.abs;
import static java.lang.Math.max;
import static java.math.RoundingMode.HALF_UP;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.millrace.engine.message.ByteSink;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.CharacterValue;
import io.millrace.engine.message.Value.DecimalValue;
import io.millrace.engine.message.Value.FloatValue;
import io.millrace.engine.message.Value.IntegerValue;
import io.millrace.engine.message.ValueType;
import io.millrace.parsers.bytes.Digits;
import io.millrace.parsers.model.BaseType;
import io.millrace.parsers.record.FieldCodecs.TextForm;
import io.millrace.parsers.record.TextCode.Width;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Numbers in their usual notation: an optional sign, digits, and a decimal point if the number has
 * a fraction. If the rule is not strict, surrounding blanks, a plus sign, an exponent and a decimal
 * point without digits before it are also accepted. If it is strict, decimals must have a decimal
 * point after at least one digit.
 */
final class TextNumber implements ValueCodec {

    private static final int MAX_LENGTH = 400;

    private static final BigDecimal MIN_PLAIN = new BigDecimal("1E-7");
    private static final BigDecimal MAX_PLAIN = new BigDecimal("1E18");

    private final BaseType type;
    private final TextForm form;
    private final boolean signed;

    /** Maximum number of digits after the decimal point; negative for any number. */
    private final int fraction;

    /** Number of digits after an implied point; null if the point is written. */
    private final Integer implied;

    private final Padding padding;

    /** Whether fields are padded with a character other than the digit 0. */
    private final boolean isFilled;

    private final boolean isStrict;
    private final boolean isInteger;

    /** Whether numbers without a decimal point, or without a digit before it, are rejected. */
    private final boolean needsPoint;

    /** Whether digits, with or without a decimal point, represent the number directly. */
    private final boolean isUsual;

    private final boolean isFloating;

    /**
     * Codes of the code page requested last. A thread can see older codes, which are also valid.
     */
    private Codes lately;

    /**
     * Creates a codec.
     *
     * @param fraction maximum number of digits after the decimal point; negative for any number
     * @param implied number of digits after an implied decimal point; null if the decimal point is
     *     written
     */
    TextNumber(
            BaseType type,
            TextForm form,
            boolean signed,
            int fraction,
            Integer implied,
            Padding padding) {
        this.type = type;
        this.form = form;
        this.signed = signed;
        this.fraction = fraction;
        this.implied = implied;
        this.padding = padding;
        isFilled = !padding.isNone() && !padding.fill().equals(ZERO);
        isStrict = form.strictNumbers();
        isInteger = type.isInteger();
        needsPoint = isStrict && type == DECIMAL && implied == null;
        isUsual = !needsPoint && implied == null;
        isFloating = type.kind() == FLOATING;
    }

    /**
     * The digits, signs and decimal point in one code page.
     *
     * @param text code page; null if fields are decoded before they are read
     * @param zeros digit zero for {@link Digits#pointed}; 0 if that method cannot read these digits
     * @param points decimal point for {@link Digits#pointed}
     */
    private record Codes(
            TextCode text,
            int zero,
            int minus,
            int plus,
            int point,
            int blank,
            long zeros,
            long points) {

        static final int NEVER = -1;

        private Codes(TextCode text, int zero, int minus, int plus, int point, int blank) {
            this(
                    text,
                    zero,
                    minus,
                    plus,
                    point,
                    blank,
                    (zero & 0xF) == 0 && point >= 0 ? broadcast(zero) : 0,
                    broadcast(zero ^ point));
        }

        static Codes of(TextCode text, int point) {
            return new Codes(
                    text,
                    text.code('0'),
                    text.code('-'),
                    text.code('+'),
                    point < 0 ? NEVER : text.code(point),
                    text.code(' '));
        }

        static Codes ascii(TextCode text, int point) {
            return new Codes(text, '0', '-', '+', point < 128 ? point : NEVER, ' ');
        }
    }

    /** Returns the codes; null if the code page has no single bytes for digits. */
    private Codes codes(TextCode text) {
        Codes codes = lately;
        if (codes == null || codes.text != text) {
            codes =
                    text.width() == Width.SINGLE
                            ? Codes.of(text, form.decimalPoint())
                            : text.charset() == UTF_8
                                    ? Codes.ascii(text, form.decimalPoint())
                                    : null;
            lately = codes;
        }
        return codes;
    }

    @Override
    public Value read(byte[] bytes, int from, int to, Wire wire) {
        int end = isFilled ? padding.end(bytes, from, to, wire) : to;
        int begin = isFilled ? padding.begin(bytes, from, end, wire) : from;
        Codes codes = codes(wire.text());
        if (codes != null) {
            return number(bytes, begin, end, codes);
        }
        byte[] text = wire.text().decode(bytes, begin, end).getBytes(ISO_8859_1);
        return number(text, 0, text.length, Codes.ascii(null, form.decimalPoint()));
    }

    /**
     * Returns the type of the values that {@link #digits} reads; null if it cannot read this field.
     */
    ValueType marked() {
        if (!isUsual || isFilled) {
            return null;
        }
        return isInteger ? ValueType.INTEGER : isFloating ? ValueType.FLOAT : null;
    }

    /** Returns a number from bytes, as {@link FieldCodec#digits} does. */
    long digits(byte[] bytes, int from, int to, Wire wire) {
        Codes codes = codes(wire.text());
        if (codes == null || codes.zeros == 0) {
            return Digits.NONE;
        }
        boolean negative = signed && bytes[from] == (byte) codes.minus;
        long found =
                Digits.pointed(bytes, negative ? from + 1 : from, to, codes.zeros, codes.points);
        boolean fits =
                isInteger ? scale(found) == 0 : isExact(Digits.unscaled(found), scale(found));
        if (found == Digits.NONE || !fits) {
            return Digits.NONE;
        }
        // Negative zero differs from zero.
        return !negative ? found : Digits.unscaled(found) == 0 ? Digits.NONE : -found;
    }

    private Value number(byte[] text, int from, int to, Codes codes) {
        if (isUsual) {
            Value few = readFewDigits(text, from, to, codes);
            if (few != null) {
                return few;
            }
        }
        int begin = from;
        int end = to;
        if (!isStrict) {
            byte blank = (byte) codes.blank;
            while (begin < end && text[begin] == blank) {
                begin++;
            }
            while (end > begin && text[end - 1] == blank) {
                end--;
            }
        }
        boolean negative = begin < end && text[begin] == (byte) codes.minus;
        boolean sign = negative || begin < end && text[begin] == (byte) codes.plus;
        if (sign && (!negative && isStrict || !signed)) {
            throw expected();
        }
        int first = sign ? begin + 1 : begin;
        int zero = codes.zero;
        int digits = Digits.run(text, first, end, zero);
        int at = first + digits;
        int point = -1;
        if (at < end && codes.point >= 0 && text[at] == (byte) codes.point) {
            point = at;
            int after = Digits.run(text, point + 1, end, zero);
            digits += after;
            at = point + 1 + after;
        }
        int scale = point >= 0 ? at - point - 1 : implied == null ? 0 : implied;
        if (at < end && !isStrict && digits > 0) {
            return exponent(text, begin, end, codes);
        }
        if (at < end || digits == 0 || needsPoint && (point < 0 || point == first)) {
            throw expected();
        }
        if (digits <= Digits.MAX_COUNT) {
            long number = number(text, first, end, point, zero);
            return value(negative ? -number : number, negative, scale);
        }
        return large(text, first, end, codes, negative, scale);
    }

    /**
     * Returns the value in the most frequent case: a few digits with an optional decimal point and
     * an optional minus sign. Returns null in all other cases.
     */
    private Value readFewDigits(byte[] text, int from, int to, Codes codes) {
        if (codes.zeros == 0) {
            return null;
        }
        boolean negative = signed && from < to && text[from] == (byte) codes.minus;
        long found =
                Digits.pointed(text, negative ? from + 1 : from, to, codes.zeros, codes.points);
        if (found == Digits.NONE) {
            return null;
        }
        long number = Digits.unscaled(found);
        return value(negative ? -number : number, negative, scale(found));
    }

    /**
     * Returns the number for a range of digits.
     *
     * @param point position of the decimal point; negative if there is none
     */
    private static long number(byte[] text, int first, int end, int point, int zero) {
        if (point < 0) {
            return Digits.value(text, first, end - first, zero);
        }
        int after = end - point - 1;
        return Digits.join(
                Digits.value(text, first, point - first, zero),
                Digits.value(text, point + 1, after, zero),
                after);
    }

    private Value large(byte[] text, int from, int to, Codes codes, boolean negative, int scale) {
        if (to - from > MAX_LENGTH) {
            throw new FieldException("a number of at most " + MAX_LENGTH + " digits");
        }
        StringBuilder digits = new StringBuilder(negative ? "-" : "");
        for (int i = from; i < to; i++) {
            int digit = (text[i] & 0xFF) - codes.zero;
            if (digit >= 0 && digit <= 9) {
                digits.append((char) ('0' + digit));
            }
        }
        return value(new BigDecimal(new BigInteger(digits.toString()), scale));
    }

    /** Returns a number with an exponent, as programs write floating point numbers. */
    private Value exponent(byte[] text, int from, int to, Codes codes) {
        StringBuilder ascii = new StringBuilder();
        for (int i = from; i < to && ascii.length() < MAX_LENGTH; i++) {
            int b = text[i] & 0xFF;
            int digit = b - codes.zero;
            boolean letter = (b | 0x20) == 'e' || codes.zero == 0xF0 && (b | 0x40) == 0xC5;
            ascii.append(
                    digit >= 0 && digit <= 9
                            ? (char) ('0' + digit)
                            : b == codes.minus
                                    ? '-'
                                    : b == codes.plus
                                            ? '+'
                                            : b == codes.point ? '.' : letter ? 'E' : '?');
        }
        try {
            BigDecimal number = new BigDecimal(ascii.toString());
            if (abs((long) number.precision() - number.scale()) <= MAX_LENGTH) {
                return value(number);
            }
        } catch (NumberFormatException e) {
            // The error is reported below, like numbers that are too large.
        }
        throw expected();
    }

    /**
     * Returns the value of a number with the given unscaled digits, sign and scale. Most values are
     * a long, or the quotient of two numbers that a double represents exactly.
     */
    private Value value(long unscaled, boolean negative, int scale) {
        if (scale == 0 && isInteger) {
            return Value.of(unscaled);
        }
        boolean exact = isFloating && isExact(unscaled, scale);
        if (exact && (unscaled != 0 || !negative)) {
            return new FloatValue(quotient(unscaled, scale));
        }
        return unscaled == 0 && negative && type.kind() == FLOATING
                ? new FloatValue(-0.0)
                : value(BigDecimal.valueOf(unscaled, scale));
    }

    private Value value(BigDecimal number) {
        if (isFloating) {
            return new FloatValue(number.doubleValue());
        }
        if (!type.isWhole()) {
            return new DecimalValue(number);
        }
        try {
            BigInteger whole = number.toBigIntegerExact();
            return isInteger && whole.bitLength() < 64
                    ? Value.of(whole.longValue())
                    : new DecimalValue(new BigDecimal(whole));
        } catch (ArithmeticException e) {
            throw expected();
        }
    }

    private FieldException expected() {
        String kind = type.isWhole() ? "a whole number" : "a number";
        return new FieldException(
                (signed ? kind : kind + " without a sign")
                        + (type.isWhole()
                                ? ""
                                : " whose decimal point is '"
                                        + Character.toString(form.decimalPoint())
                                        + "'"));
    }

    @Override
    public void write(Value value, ByteSink out, int length, Wire wire) {
        if (length < 0 && isUsual && writeFewDigits(value, out, wire)) {
            return;
        }
        String text = text(value);
        boolean negative = text.startsWith("-");
        if (negative && !signed) {
            throw tooLong(value, "a number that is not negative");
        }
        byte[] bytes = encoded(text, wire);
        if (length < 0) {
            out.write(bytes);
            return;
        }
        if (bytes.length > length) {
            throw tooLong(
                    value, "a number of at most " + length / wire.text().unit() + " characters");
        }
        if (padding.fill().equals(ZERO)) {
            int zeros = (length - bytes.length) / wire.text().unit();
            String filled =
                    (negative ? "-" : "")
                            + "0".repeat(zeros)
                            + (negative ? text.substring(1) : text);
            bytes = encoded(filled, wire);
        }
        padding.write(bytes, out, length, wire);
    }

    /**
     * Writes a number in the most frequent case: few digits, without padding. Returns false in all
     * other cases.
     */
    private boolean writeFewDigits(Value value, ByteSink out, Wire wire) {
        long exact =
                switch (value) {
                    case IntegerValue(long number) -> Digits.exact(number);
                    case FloatValue(double number) when isFloating -> Digits.exact(number);
                    default -> Digits.NONE;
                };
        Codes codes = exact == Digits.NONE ? null : codes(wire.text());
        if (codes == null || exact < 0 && !signed) {
            return false;
        }
        int after = scale(exact);
        boolean kept = after == 0 || codes.point >= 0 && (fraction < 0 || after <= fraction);
        if (kept) {
            Digits.write(exact, out, codes.zero, codes.minus, codes.point);
        }
        return kept;
    }

    private String text(Value value) {
        if (value instanceof FloatValue(double d) && (Double.isNaN(d) || Double.isInfinite(d))) {
            throw tooLong(value, "a number");
        }
        String shortest = implied == null ? shortest(value) : null;
        if (shortest != null) {
            return pointed(shortest);
        }
        BigDecimal number = decimal(value);
        if (abs((long) number.precision() - number.scale()) > MAX_LENGTH) {
            throw new FieldException("a number of at most " + MAX_LENGTH + " digits");
        }
        if (implied != null) {
            return number.setScale(implied, HALF_UP).unscaledValue().toString();
        }
        if (type.isWhole()) {
            number = number.setScale(0, HALF_UP);
        } else if (fraction >= 0 && number.scale() > fraction) {
            number = number.setScale(fraction, HALF_UP);
        }
        if (isFloating) {
            return floating(number);
        }
        String text = number.setScale(max(0, number.scale())).toPlainString();
        if (type == DECIMAL && form.strictNumbers() && number.scale() <= 0) {
            text += ".";
        }
        return pointed(text);
    }

    /** Returns the string for a number that can be written unchanged; null for other numbers. */
    private String shortest(Value value) {
        String text =
                switch (value) {
                    case CharacterValue(String specified) -> specified;
                    case IntegerValue _ -> value.text();
                    case FloatValue(double number) when isFloating -> withoutZero(number);
                    default -> "";
                };
        if (!isShortest(text)) {
            return null;
        }
        int point = text.indexOf('.');
        boolean kept =
                point < 0
                        ? !needsPoint
                        : !type.isWhole()
                                && (fraction < 0 || text.length() - point - 1 <= fraction);
        return kept ? text : null;
    }

    private static String withoutZero(double number) {
        String text = Double.toString(number);
        return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
    }

    private String floating(BigDecimal number) {
        BigDecimal size = number.abs();
        boolean plain =
                number.signum() == 0
                        || size.compareTo(MIN_PLAIN) >= 0 && size.compareTo(MAX_PLAIN) < 0
                        || form.strictNumbers();
        BigDecimal shown = number.stripTrailingZeros();
        return pointed(plain ? shown.toPlainString() : shown.toString());
    }

    private String pointed(String text) {
        return form.decimalPoint() == '.'
                ? text
                : text.replace(".", Character.toString(form.decimalPoint()));
    }
}
