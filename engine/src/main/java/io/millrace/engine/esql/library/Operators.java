package io.millrace.engine.esql.library;

import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.BooleanValue;
import io.millrace.engine.message.Value.CharacterValue;
import io.millrace.engine.message.Value.DecimalValue;
import io.millrace.engine.message.Value.FloatValue;
import io.millrace.engine.message.Value.IntegerValue;
import io.millrace.engine.message.Value.IntervalValue;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;

/**
 * The operators of ESQL on values. Java's null is NULL and, for BOOLEAN, UNKNOWN (WMQI ESQL
 * reference, "ESQL operators", "Implicit casts for comparisons", "Implicit casts for arithmetic
 * operations").
 *
 * <p>Each comparison has two variants. One returns a BOOLEAN. The other, whose name starts with
 * {@code test}, returns an int for a branch instruction: 1 for TRUE, 0 for FALSE, -1 for UNKNOWN.
 */
public final class Operators {

    private Operators() {}

    // Arithmetic

    /** Returns {@code left + right}. */
    public static @Nullable Value add(@Nullable Value left, @Nullable Value right) {
        return left == null || right == null ? null : Arithmetic.ADD.of(left, right);
    }

    /**
     * Returns {@code left - right}. The difference of two dates or times is an INTERVAL of days or
     * seconds.
     */
    public static @Nullable Value subtract(@Nullable Value left, @Nullable Value right) {
        return left == null || right == null ? null : Arithmetic.SUBTRACT.of(left, right);
    }

    /** Returns {@code (left - right) qualifier}. */
    public static @Nullable Value subtractAs(
            @Nullable Value left, @Nullable Value right, String qualifier) {
        if (left == null || right == null) {
            return null;
        }
        if (left.type().isDatetime() && right.type().isDatetime()) {
            return Datetimes.difference(left, right, qualifier);
        }
        Value result = Arithmetic.SUBTRACT.of(left, right);
        Value same =
                result instanceof IntervalValue interval
                        ? Intervals.requalify(interval, qualifier)
                        : null;
        if (same != null) {
            return same;
        }
        throw EsqlErrors.operands(
                "express as INTERVAL " + qualifier + " the difference of", left, right);
    }

    public static @Nullable Value multiply(@Nullable Value left, @Nullable Value right) {
        return left == null || right == null ? null : Arithmetic.MULTIPLY.of(left, right);
    }

    public static @Nullable Value divide(@Nullable Value left, @Nullable Value right) {
        return left == null || right == null ? null : Arithmetic.DIVIDE.of(left, right);
    }

    public static @Nullable Value negate(Value operand) {
        return switch (operand) {
            case null -> null;
            case IntegerValue(long n) when n != Long.MIN_VALUE -> IntegerValue.of(-n);
            case IntegerValue(long n) -> throw EsqlErrors.overflow("-(" + n + ")", "INTEGER");
            case FloatValue(double d) -> new FloatValue(-d);
            case DecimalValue(BigDecimal d) -> new DecimalValue(d.negate());
            case IntervalValue interval -> Datetimes.negate(interval);
            default -> throw EsqlErrors.operand("negate", operand);
        };
    }

    /** Returns {@code left || right}. */
    public static @Nullable Value concat(@Nullable Value left, @Nullable Value right) {
        if (left == null || right == null) {
            return null;
        }
        if (left instanceof CharacterValue(String a) && right instanceof CharacterValue(String b)) {
            StringUnits.checkLength("||", (long) a.length() + b.length());
            return a.isEmpty() ? right : b.isEmpty() ? left : new CharacterValue(a.concat(b));
        }
        if (left.type() != right.type()) {
            throw EsqlErrors.operands("concatenate", left, right);
        }
        String a = StringUnits.of(left);
        String b = StringUnits.of(right);
        if (a == null || b == null) {
            throw EsqlErrors.operands("concatenate", left, right);
        }
        StringUnits.checkLength("||", (long) a.length() + b.length());
        return StringUnits.value(left.type(), a + b);
    }

    /** Returns {@code a || b || c}. */
    public static @Nullable Value concat3(@Nullable Value a, Value b, Value c) {
        if (a instanceof CharacterValue(String x)
                && b instanceof CharacterValue(String y)
                && c instanceof CharacterValue(String z)) {
            StringUnits.checkLength("||", (long) x.length() + y.length() + z.length());
            return Value.of(x + y + z);
        }
        return concat(concat(a, b), c);
    }

    /** Returns {@code a || b || c || d}. */
    public static @Nullable Value concat4(Value a, Value b, Value c, Value d) {
        if (a instanceof CharacterValue(String w)
                && b instanceof CharacterValue(String x)
                && c instanceof CharacterValue(String y)
                && d instanceof CharacterValue(String z)) {
            StringUnits.checkLength("||", (long) w.length() + x.length() + y.length() + z.length());
            return Value.of(w + x + y + z);
        }
        return concat3(concat(a, b), c, d);
    }

    // Comparison

    public static int testEqual(@Nullable Value left, @Nullable Value right) {
        if (left instanceof CharacterValue(String a) && right instanceof CharacterValue(String b)) {
            return Comparison.areEqual(a, b) ? 1 : 0;
        }
        int c = Comparison.compare(left, right);
        return c == Comparison.UNKNOWN ? -1 : c == 0 ? 1 : 0;
    }

    public static int testNotEqual(Value left, Value right) {
        if (left instanceof CharacterValue(String a) && right instanceof CharacterValue(String b)) {
            return Comparison.areEqual(a, b) ? 0 : 1;
        }
        int c = Comparison.compare(left, right);
        return c == Comparison.UNKNOWN ? -1 : c != 0 ? 1 : 0;
    }

    public static int testLess(Value left, Value right) {
        int c = Comparison.compare(left, right);
        return c == Comparison.UNKNOWN ? -1 : c == -1 ? 1 : 0;
    }

    public static int testLessOrEqual(Value left, Value right) {
        int c = Comparison.compare(left, right);
        return c == Comparison.UNKNOWN ? -1 : c <= 0 ? 1 : 0;
    }

    public static int testGreater(Value left, Value right) {
        int c = Comparison.compare(left, right);
        return c == Comparison.UNKNOWN ? -1 : c == 1 ? 1 : 0;
    }

    public static int testGreaterOrEqual(Value left, Value right) {
        int c = Comparison.compare(left, right);
        return c == Comparison.UNKNOWN ? -1 : c == 0 || c == 1 ? 1 : 0;
    }

    /** Tests BETWEEN. With SYMMETRIC, the bounds can be in any order. */
    public static int testBetween(Value value, Value low, Value high, boolean symmetric) {
        int straight = and(testGreaterOrEqual(value, low), testLessOrEqual(value, high));
        return symmetric
                ? or(straight, and(testGreaterOrEqual(value, high), testLessOrEqual(value, low)))
                : straight;
    }

    /** Tests IN. Candidates after an equal candidate are not compared. */
    public static int testIn(@Nullable Value value, Value[] candidates) {
        int result = value == null ? -1 : 0;
        for (int i = 0; i < candidates.length && value != null && result <= 0; i++) {
            result = or(result, testEqual(value, candidates[i]));
        }
        return result;
    }

    /** Tests LIKE with the default escape character. */
    public static int testLike(Value value, Value pattern) {
        return testLike(value, pattern, LikePredicate.DEFAULT_ESCAPE);
    }

    /** Tests LIKE with an ESCAPE clause, which must consist of one character or byte. */
    public static int testLikeEscaped(Value value, Value pattern, @Nullable Value escape) {
        if (escape == null) {
            return -1;
        }
        String units = StringUnits.of(escape);
        if (units == null || units.length() != 1) {
            throw EsqlErrors.operand("use as ESCAPE, which must be one character,", escape);
        }
        return testLike(value, pattern, units.charAt(0));
    }

    /** Tests LIKE with a constant pattern. */
    public static int testLikeConstant(Value value, LikePattern pattern) {
        if (value instanceof CharacterValue(String text)) {
            return pattern.matches(text) ? 1 : 0;
        }
        return testLike(value, pattern.value());
    }

    private static int testLike(@Nullable Value value, @Nullable Value pattern, char escape) {
        if (value == null || pattern == null) {
            return -1;
        }
        String text = StringUnits.of(value);
        String like = StringUnits.of(pattern);
        if (text == null || like == null || value.type() != pattern.type()) {
            throw EsqlErrors.operands("match with LIKE", value, pattern);
        }
        return LikePredicate.matches(text, like, escape) ? 1 : 0;
    }

    // Logic

    /** Returns NOT of a condition. */
    public static int not(int test) {
        return test < 0 ? test : 1 - test;
    }

    public static int and(int left, int right) {
        return left == 0 || right == 0 ? 0 : left < 0 || right < 0 ? -1 : 1;
    }

    public static int or(int left, int right) {
        return left > 0 || right > 0 ? 1 : left < 0 || right < 0 ? -1 : 0;
    }

    public static boolean isNull(@Nullable Value value) {
        return value == null;
    }

    /**
     * Returns a condition as an int for a branch instruction: 1 TRUE, 0 FALSE, -1 UNKNOWN. Fails if
     * the type is not BOOLEAN.
     */
    public static int test(Value condition) {
        return switch (condition) {
            case null -> -1;
            case BooleanValue(boolean truth) -> truth ? 1 : 0;
            default ->
                    throw EsqlErrors.operand(
                            "use as a condition, which must be BOOLEAN,", condition);
        };
    }

    /** Whether a condition of IF, WHILE or WHERE is TRUE. Fails if the type is not BOOLEAN. */
    public static boolean isTrue(Value condition) {
        return test(condition) > 0;
    }

    /** Returns the BOOLEAN for an int that {@link #test} or a comparison returned. */
    public static @Nullable BooleanValue truth(int test) {
        return test > 0 ? BooleanValue.TRUE : test == 0 ? BooleanValue.FALSE : null;
    }

    /** Returns {@code IS FALSE}. */
    public static boolean isFalse(Value operand) {
        return test(operand) == 0;
    }

    /** Returns {@code IS UNKNOWN}. */
    public static boolean isUnknown(Value operand) {
        return test(operand) < 0;
    }

    /**
     * Returns {@code IS NUMBER}: whether the operand is a number, or a string that can be cast to a
     * number. NaN and infinite numbers return FALSE.
     */
    public static boolean isNumber(Value operand) {
        return switch (operand) {
            case null -> false;
            case FloatValue(double d) -> Double.isFinite(d);
            case CharacterValue(String text) -> Numbers.parseDecimal(text) != null;
            default -> operand.type().isNumeric();
        };
    }

    /** Returns {@code IS NAN}. */
    public static boolean isNan(Value operand) {
        return operand instanceof FloatValue(double d) && Double.isNaN(d);
    }

    /**
     * Returns {@code IS INF}, {@code IS +INF} or {@code IS -INF}.
     *
     * @param sign sign of the infinity: 1, -1, or 0 for both
     */
    public static boolean isInfinite(Value operand, int sign) {
        return operand instanceof FloatValue(double d)
                && Double.isInfinite(d)
                && (sign == 0 || sign > 0 == d > 0);
    }
}
