package io.millrace.parsers.record;

import static java.lang.Math.abs;

import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.CharacterValue;
import io.millrace.engine.message.Value.DecimalValue;
import io.millrace.engine.message.Value.FloatValue;
import io.millrace.engine.message.Value.IntegerValue;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/**
 * Exact numbers with an implied decimal point.
 *
 * @param point number of digits after the decimal point; if negative, number of omitted zeros
 *     before it
 * @param decimal whether values are DECIMAL; otherwise they are INTEGER if they have no fraction
 * @param signed whether values can be negative
 */
record Numbers(int point, boolean decimal, boolean signed) {

    private static final int MAX_TEXT = 400;

    /** Maximum number of digits such that every number fits into a long. */
    private static final int MAX_DIGITS = 18;

    Value value(long unscaled) {
        return decimal || point > 0
                ? new DecimalValue(BigDecimal.valueOf(unscaled, point))
                : point == 0 ? Value.of(unscaled) : value(BigInteger.valueOf(unscaled));
    }

    /** Returns the value of an unscaled number. Numbers of more than 64 bits are DECIMAL. */
    Value value(BigInteger unscaled) {
        BigDecimal number = new BigDecimal(unscaled, point);
        if (decimal || point > 0) {
            return new DecimalValue(number);
        }
        BigInteger whole = number.toBigInteger();
        return whole.bitLength() < 64 ? Value.of(whole.longValue()) : new DecimalValue(number);
    }

    /** Whether a value is an integer without scaling, so that {@link #fast} returns it. */
    boolean isFast(Value value) {
        return point == 0 && value instanceof IntegerValue;
    }

    long fast(Value value) {
        long number = ((IntegerValue) value).value();
        if (number < 0 && !signed) {
            throw unsigned(value);
        }
        return number;
    }

    private static FieldException unsigned(Value value) {
        return new FieldException("a number that is not negative, found " + value.text());
    }

    /**
     * Returns the digits of a value without the decimal point. Digits after the last digit of the
     * field are rounded half up.
     */
    BigInteger unscaled(Value value) {
        BigDecimal number = decimal(value);
        if (abs((long) number.precision() - number.scale()) > MAX_TEXT) {
            throw new FieldException("a number of at most " + MAX_TEXT + " digits");
        }
        BigInteger unscaled = number.setScale(point, RoundingMode.HALF_UP).unscaledValue();
        if (unscaled.signum() < 0 && !signed) {
            throw unsigned(value);
        }
        return unscaled;
    }

    /** Returns a number. Strings and booleans are converted. */
    static BigDecimal decimal(Value value) {
        try {
            return switch (value) {
                case IntegerValue(long number) -> BigDecimal.valueOf(number);
                case DecimalValue(BigDecimal number) -> number;
                case FloatValue(double number) -> BigDecimal.valueOf(number);
                case Value.BooleanValue(boolean truth) -> truth ? BigDecimal.ONE : BigDecimal.ZERO;
                case CharacterValue(String text) when text.length() <= MAX_TEXT ->
                        new BigDecimal(text.strip());
                default -> throw notANumber(value);
            };
        } catch (NumberFormatException e) {
            throw notANumber(value);
        }
    }

    /**
     * Whether a string is a number in the shortest form: digits without a leading zero, optionally
     * followed by a decimal point and digits without a trailing zero. Such a number is written
     * unchanged.
     */
    static boolean isShortest(String text) {
        int length = text.length();
        int first = length > 0 && text.charAt(0) == '-' ? 1 : 0;
        if (length == first || length > MAX_DIGITS || text.charAt(first) == '0') {
            return false;
        }
        int point = -1;
        for (int i = first; i < length; i++) {
            char c = text.charAt(i);
            if (c == '.' && point < 0 && i > first) {
                point = i;
            } else if (c < '0' || c > '9') {
                return false;
            }
        }
        return point < 0 || text.charAt(length - 1) >= '1';
    }

    private static FieldException notANumber(Value value) {
        return new FieldException("a number, found " + shown(value));
    }

    /** Returns a value as shown in error messages. */
    static String shown(Value value) {
        String text = value.text();
        return value.type()
                + " '"
                + (text.length() > 80 ? text.substring(0, 80) + "..." : text)
                + "'";
    }

    static FieldException tooLong(Value value, String room) {
        return new FieldException(room + ", found " + shown(value));
    }
}
