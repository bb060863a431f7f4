package io.millrace.engine.esql.library;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.BitValue;
import io.millrace.engine.message.Value.BlobValue;
import io.millrace.engine.message.Value.BooleanValue;
import io.millrace.engine.message.Value.CharacterValue;
import io.millrace.engine.message.Value.FloatValue;
import io.millrace.engine.message.Value.IntegerValue;
import io.millrace.engine.message.Value.IntervalValue;
import io.millrace.engine.message.ValueType;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.util.Arrays;

/** A comparison of two values (WMQI ESQL reference, "Implicit casts for comparisons"). */
final class Comparison {

    /** Result if one of the values is NULL. */
    static final int UNKNOWN = 2;

    /** Result if one of the values is NaN: neither less, equal nor greater. */
    static final int UNORDERED = 3;

    private Comparison() {}

    /** Returns -1, 0, 1, UNKNOWN or UNORDERED. */
    static int compare(@Nullable Value left, @Nullable Value right) {
        if (left == null || right == null) {
            return UNKNOWN;
        }
        if (left instanceof CharacterValue(String a)) {
            return right instanceof CharacterValue(String b)
                    ? texts(a, b)
                    : sameOrUnknown(implied(left, a, right), right);
        }
        return right instanceof CharacterValue(String b)
                ? sameOrUnknown(left, implied(right, b, left))
                : same(left, right);
    }

    /** Whether two strings are equal, ignoring trailing blanks. */
    static boolean areEqual(String a, String b) {
        if (a.length() == b.length()) {
            return a.equals(b);
        }
        return a.length() < b.length() ? isPadded(b, a) : isPadded(a, b);
    }

    /** Whether the longer string consists of the shorter string and trailing blanks. */
    private static boolean isPadded(String longer, String shorter) {
        return longer.charAt(longer.length() - 1) == ' '
                && withoutBlanks(longer) <= shorter.length()
                && longer.startsWith(shorter);
    }

    /**
     * Compares two strings, ignoring trailing blanks: {@code 'hello' = 'hello '} (WMQI ESQL
     * reference, "simple comparison operators").
     */
    private static int texts(String a, String b) {
        int endA = withoutBlanks(a);
        int endB = withoutBlanks(b);
        int common = Math.min(endA, endB);
        for (int i = 0; i < common; i++) {
            int difference = a.charAt(i) - b.charAt(i);
            if (difference != 0) {
                return Integer.signum(difference);
            }
        }
        return Integer.compare(endA, endB);
    }

    private static int withoutBlanks(String text) {
        int end = text.length();
        while (end > 0 && text.charAt(end - 1) == ' ') {
            end--;
        }
        return end;
    }

    private static int sameOrUnknown(@Nullable Value left, @Nullable Value right) {
        return left == null || right == null ? UNKNOWN : same(left, right);
    }

    /** Compares two values. Neither is a CHARACTER. */
    private static int same(Value left, Value right) {
        if (left instanceof IntegerValue(long a) && right instanceof IntegerValue(long b)) {
            return Long.compare(a, b);
        }
        if (left.type().isNumeric() && right.type().isNumeric()) {
            return numbers(left, right);
        }
        if (left.type().isDatetime() && right.type().isDatetime()) {
            int order = Datetimes.compare(left, right);
            if (order != Integer.MIN_VALUE) {
                return Integer.signum(order);
            }
        }
        if (left instanceof BooleanValue(boolean a) && right instanceof BooleanValue(boolean b)) {
            return Boolean.compare(a, b);
        }
        if (left instanceof BlobValue(Bytes a) && right instanceof BlobValue(Bytes b)) {
            return Integer.signum(
                    Arrays.compareUnsigned(
                            a.array(), a.start(), a.end(), b.array(), b.start(), b.end()));
        }
        if (left instanceof BitValue a && right instanceof BitValue b) {
            return Integer.signum(a.text().compareTo(b.text()));
        }
        if (left instanceof IntervalValue a
                && right instanceof IntervalValue b
                && Intervals.isMonths(a) == Intervals.isMonths(b)) {
            return Intervals.isMonths(a)
                    ? Long.compare(a.months(), b.months())
                    : a.seconds().compareTo(b.seconds());
        }
        throw EsqlErrors.operands("compare", left, right);
    }

    private static int numbers(Value left, Value right) {
        if (left instanceof FloatValue || right instanceof FloatValue) {
            double a = Numbers.asDouble(left);
            double b = Numbers.asDouble(right);
            return a < b ? -1 : a > b ? 1 : a == b ? 0 : UNORDERED;
        }
        return Numbers.asDecimal(left).compareTo(Numbers.asDecimal(right));
    }

    /**
     * Converts a CHARACTER to the type of the other operand. If that type is INTEGER, the fraction
     * of the string is kept.
     */
    private static @Nullable Value implied(Value whole, String text, Value other) {
        if (other.type() == ValueType.INTEGER && Numbers.parseInteger(text) == null) {
            BigDecimal exact = Numbers.parseDecimal(text);
            Value number = exact == null ? null : Numbers.decimal(exact);
            if (number != null) {
                return number;
            }
        }
        CastTarget target =
                other instanceof IntervalValue
                        ? CastTarget.interval("")
                        : CastTarget.of(other.type());
        Value cast = Casts.tryCast(whole, target, null);
        if (Casts.isFailed(cast)) {
            throw EsqlErrors.comparison(whole, other);
        }
        return cast;
    }
}
