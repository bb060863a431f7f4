package io.millrace.engine.esql.library;

import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.DecimalValue;
import io.millrace.engine.message.Value.FloatValue;
import io.millrace.engine.message.Value.IntegerValue;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** Conversions of the three numeric types from and to strings, and between each other. */
public final class Numbers {

    /** Math context of ESQL's DECIMAL: 34 digits, rounded half-even. */
    public static final MathContext DECIMAL = new MathContext(34, RoundingMode.HALF_EVEN);

    private static final MathContext FLOAT = new MathContext(15, RoundingMode.HALF_EVEN);

    /** Absolute value of a scale. A DECIMAL with a larger scale is written with an exponent. */
    private static final int PLAIN_SCALE = 400;

    private static final int MAX_SCALE = 999_999_999;
    private static final int MAX_LENGTH = 1_000;

    /** Maximum number of digits such that every number fits into an INTEGER. */
    private static final int MAX_SAFE_DIGITS = 18;

    private Numbers() {}

    /**
     * Returns the shortest string of the number rounded to 15 digits (WMQI ESQL reference, "ESQL
     * FLOAT data type").
     */
    public static String text(double number) {
        if (Double.isNaN(number)) {
            return "NAN";
        }
        if (Double.isInfinite(number)) {
            return number > 0 ? "INF" : "-INF";
        }
        if (number == Math.rint(number) && Math.abs(number) < 1e15) {
            return Long.toString((long) number);
        }
        BigDecimal rounded = rounded(number);
        int exponent = rounded.precision() - rounded.scale();
        return exponent > -6 && exponent < 16 ? rounded.toPlainString() : rounded.toString();
    }

    /** Returns a finite FLOAT as a DECIMAL, rounded to 15 digits. */
    static BigDecimal rounded(double number) {
        return new BigDecimal(Double.toString(number)).round(FLOAT).stripTrailingZeros();
    }

    public static String text(BigDecimal number) {
        return Math.abs((long) number.scale()) > PLAIN_SCALE
                ? number.toString()
                : number.toPlainString();
    }

    /** Returns a DECIMAL of at most 34 digits; null if the exponent is out of range. */
    public static @Nullable Value decimal(BigDecimal number) {
        BigDecimal rounded = number.precision() > 34 ? number.round(DECIMAL) : number;
        return Math.abs((long) rounded.scale()) > MAX_SCALE ? null : new DecimalValue(rounded);
    }

    /**
     * Returns -1, 0 or 1. Returns 1 for NaN, which must not be treated as zero. The value must be a
     * number.
     */
    public static int signum(Value number) {
        return switch (number) {
            case IntegerValue(long n) -> Long.signum(n);
            case FloatValue(double d) -> d < 0 ? -1 : d == 0 ? 0 : 1;
            case DecimalValue(BigDecimal d) -> d.signum();
            default -> throw EsqlErrors.operand("calculate with", number);
        };
    }

    /** Returns a number as a double. The value must be a number. */
    public static double asDouble(Value number) {
        return switch (number) {
            case IntegerValue(long n) -> n;
            case FloatValue(double d) -> d;
            case DecimalValue(BigDecimal d) -> d.doubleValue();
            default -> throw EsqlErrors.operand("calculate with", number);
        };
    }

    /**
     * Returns an INTEGER, a DECIMAL or a finite FLOAT as decimal. The value must be one of these.
     */
    public static BigDecimal asDecimal(Value number) {
        return switch (number) {
            case IntegerValue(long n) -> BigDecimal.valueOf(n);
            case FloatValue(double d) when Double.isFinite(d) -> new BigDecimal(Double.toString(d));
            case DecimalValue(BigDecimal d) -> d;
            default -> throw EsqlErrors.operand("calculate with", number);
        };
    }

    /**
     * Parses a decimal number with optional leading and trailing blanks. Returns null if the string
     * is invalid or too long.
     */
    static @Nullable BigDecimal parseDecimal(String text) {
        String digits = text.strip();
        if (digits.isEmpty() || digits.length() > MAX_LENGTH) {
            return null;
        }
        try {
            BigDecimal read = new BigDecimal(digits);
            return Math.abs((long) read.scale()) > MAX_SCALE ? null : read;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /**
     * Parses an integer, decimal or {@code 0x} number with optional leading and trailing blanks.
     * Returns null if the string is invalid or the number is too large.
     */
    static @Nullable Long parseInteger(String text) {
        return isPlainInteger(text) ? Long.valueOf(plainInteger(text)) : parseOtherInteger(text);
    }

    /** Whether a string is a short number that consists only of digits. */
    static boolean isPlainInteger(String text) {
        int length = text.length();
        if (length == 0 || length > MAX_SAFE_DIGITS) {
            return false;
        }
        int first = length > 1 && text.charAt(0) == '-' ? 1 : 0;
        for (int i = first; i < length; i++) {
            char c = text.charAt(i);
            if (c < '0' || c > '9') {
                return false;
            }
        }
        return true;
    }

    /** Returns the number of a string for which {@link #isPlainInteger} is true. */
    static long plainInteger(String text) {
        boolean negative = text.charAt(0) == '-';
        long number = 0;
        for (int i = negative ? 1 : 0; i < text.length(); i++) {
            number = 10 * number + (text.charAt(i) - '0');
        }
        return negative ? -number : number;
    }

    private static @Nullable Long parseOtherInteger(String text) {
        String digits = text.strip();
        try {
            if (digits.startsWith("0x") || digits.startsWith("0X")) {
                return Long.parseUnsignedLong(digits, 2, digits.length(), 16);
            }
            return Long.valueOf(digits);
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /**
     * Parses a FLOAT with optional leading and trailing blanks. Returns null if the string is
     * invalid.
     */
    static @Nullable Double parseFloat(String text) {
        String digits = text.strip();
        switch (digits.toUpperCase(Locale.ROOT)) {
            case "NAN":
                return Double.NaN;
            case "INF", "+INF", "INFINITY", "+INFINITY":
                return Double.POSITIVE_INFINITY;
            case "-INF", "-INFINITY":
                return Double.NEGATIVE_INFINITY;
            default:
                BigDecimal read = parseDecimal(digits);
                double number = read == null ? Double.NaN : read.doubleValue();
                return Double.isFinite(number) ? number : null;
        }
    }
}
