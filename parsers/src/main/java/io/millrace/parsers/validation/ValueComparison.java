package io.millrace.parsers.validation;

import static java.lang.Math.abs;
import static java.lang.Math.max;
import static java.math.BigDecimal.ZERO;
import static java.time.LocalDate.EPOCH;

import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.DateValue;
import io.millrace.engine.message.Value.DecimalValue;
import io.millrace.engine.message.Value.FloatValue;
import io.millrace.engine.message.Value.GmtTimeValue;
import io.millrace.engine.message.Value.GmtTimestampValue;
import io.millrace.engine.message.Value.IntegerValue;
import io.millrace.engine.message.Value.TimeValue;
import io.millrace.engine.message.Value.TimestampValue;
import io.millrace.parsers.model.BaseType;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;

/** Comparisons of typed values. */
final class ValueComparison {

    private static final BigDecimal MIN_LONG = BigDecimal.valueOf(Long.MIN_VALUE);
    private static final BigDecimal MAX_LONG = BigDecimal.valueOf(Long.MAX_VALUE);
    private static final BigDecimal MAX_UNSIGNED_LONG =
            new BigDecimal(BigInteger.TWO.pow(64).subtract(BigInteger.ONE));

    /** Result for values that cannot be compared. */
    static final int UNORDERED = Integer.MIN_VALUE;

    /** Maximum exponent of numbers that are expanded. */
    private static final int MAX_SCALE = 1_000;

    private ValueComparison() {}

    static boolean isNumber(Value value) {
        return value instanceof IntegerValue
                || value instanceof DecimalValue
                || value instanceof FloatValue;
    }

    static boolean isTime(Value value) {
        return value instanceof DateValue
                || value instanceof TimeValue
                || value instanceof GmtTimeValue
                || value instanceof TimestampValue
                || value instanceof GmtTimestampValue;
    }

    /**
     * Returns a value as an exact number; null if the value is not a number or its exponent is too
     * large.
     */
    static BigDecimal decimal(Value value) {
        BigDecimal number =
                switch (value) {
                    case IntegerValue(long n) -> BigDecimal.valueOf(n);
                    case DecimalValue(BigDecimal n) -> n;
                    case FloatValue(double n) when !Double.isNaN(n) && !Double.isInfinite(n) ->
                            BigDecimal.valueOf(n);
                    default -> null;
                };
        return number == null || abs((long) number.scale()) > MAX_SCALE ? null : number;
    }

    /** Returns the number of digits after the decimal point without trailing zeros. */
    static int fraction(BigDecimal number) {
        return number.signum() == 0 ? 0 : max(0, number.stripTrailingZeros().scale());
    }

    /**
     * Returns the total number of digits, without leading zeros and without trailing zeros of the
     * fraction.
     */
    static int digits(BigDecimal number) {
        BigDecimal plain = number.stripTrailingZeros();
        int whole = plain.precision() - plain.scale();
        return number.signum() == 0 ? 1 : max(plain.precision(), whole);
    }

    /** Returns the minimum value of a type; null if there is none. */
    static BigDecimal minOf(BaseType type) {
        return switch (type) {
            case BYTE -> BigDecimal.valueOf(Byte.MIN_VALUE);
            case SHORT -> BigDecimal.valueOf(Short.MIN_VALUE);
            case INT -> BigDecimal.valueOf(Integer.MIN_VALUE);
            case LONG -> MIN_LONG;
            case POSITIVE_INTEGER -> BigDecimal.ONE;
            default -> type.isUnsigned() ? ZERO : null;
        };
    }

    /** Returns the maximum value of a type; null if there is none. */
    static BigDecimal maxOf(BaseType type) {
        return switch (type) {
            case BYTE -> BigDecimal.valueOf(Byte.MAX_VALUE);
            case UNSIGNED_BYTE -> BigDecimal.valueOf(0xFF);
            case SHORT -> BigDecimal.valueOf(Short.MAX_VALUE);
            case UNSIGNED_SHORT -> BigDecimal.valueOf(0xFFFF);
            case INT -> BigDecimal.valueOf(Integer.MAX_VALUE);
            case UNSIGNED_INT -> BigDecimal.valueOf(0xFFFF_FFFFL);
            case LONG -> MAX_LONG;
            case UNSIGNED_LONG -> MAX_UNSIGNED_LONG;
            case NON_POSITIVE_INTEGER -> ZERO;
            case NEGATIVE_INTEGER -> BigDecimal.ONE.negate();
            default -> null;
        };
    }

    /** Whether two typed values are equal. */
    static boolean same(Value a, Value b) {
        return isNumber(a) && isNumber(b) || isTime(a) && isTime(b)
                ? compare(a, b) == 0
                : a.equals(b);
    }

    /**
     * Returns a negative number, zero or a positive number, as {@link Comparable} specifies, or
     * {@link #UNORDERED} if the values have no order.
     */
    static int compare(Value a, Value b) {
        if (isTime(a) && isTime(b)) {
            return time(a).compareTo(time(b));
        }
        boolean floating = a instanceof FloatValue || b instanceof FloatValue;
        if (floating && isNumber(a) && isNumber(b)) {
            double x = floating(a);
            double y = floating(b);
            return Double.isNaN(x) || Double.isNaN(y)
                    ? UNORDERED
                    : Double.compare(x + 0.0, y + 0.0);
        }
        BigDecimal x = decimal(a);
        BigDecimal y = decimal(b);
        return x == null || y == null ? UNORDERED : x.compareTo(y);
    }

    private static double floating(Value value) {
        return switch (value) {
            case FloatValue(double n) -> n;
            case DecimalValue(BigDecimal n) -> n.doubleValue();
            case IntegerValue(long n) -> n;
            default -> Double.NaN;
        };
    }

    private static LocalDateTime time(Value value) {
        return switch (value) {
            case DateValue(LocalDate d) -> d.atStartOfDay();
            case TimeValue(LocalTime t) -> t.atDate(EPOCH);
            case GmtTimeValue(LocalTime t) -> t.atDate(EPOCH);
            case TimestampValue(LocalDateTime t) -> t;
            case GmtTimestampValue(LocalDateTime t) -> t;
            default -> throw new IllegalArgumentException(value.text());
        };
    }
}
