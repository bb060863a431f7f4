package io.millrace.engine.esql.library;

import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.BooleanValue;

/**
 * The operators of ESQL on values, where Java's null is NULL and, for BOOLEAN, UNKNOWN (WMQI ESQL reference, "ESQL
 * operators", "Implicit casts for comparisons", "Implicit casts for arithmetic operations").
 *
 * <p>Each comparison comes twice: giving a BOOLEAN, and, with {@code test} before its name, giving an int to jump on: 1
 * for TRUE, 0 for FALSE, -1 for UNKNOWN.
 */
public final class Operators {

    private Operators() {}

    // Arithmetic

    /** {@code left + right}. */
    public static Value add(Value left, Value right) {
        throw new UnsupportedOperationException();
    }

    /** {@code left - right}; the difference of two dates or times is an INTERVAL of days or seconds. */
    public static Value subtract(Value left, Value right) {
        throw new UnsupportedOperationException();
    }

    /** {@code (left - right) qualifier}. */
    public static Value subtract(Value left, Value right, String qualifier) {
        throw new UnsupportedOperationException();
    }

    public static Value multiply(Value left, Value right) {
        throw new UnsupportedOperationException();
    }

    public static Value divide(Value left, Value right) {
        throw new UnsupportedOperationException();
    }

    public static Value negate(Value operand) {
        throw new UnsupportedOperationException();
    }

    /** {@code left || right}. */
    public static Value concat(Value left, Value right) {
        throw new UnsupportedOperationException();
    }

    // Comparison

    public static BooleanValue equal(Value left, Value right) {
        return truth(testEqual(left, right));
    }

    public static BooleanValue notEqual(Value left, Value right) {
        return truth(testNotEqual(left, right));
    }

    public static BooleanValue less(Value left, Value right) {
        return truth(testLess(left, right));
    }

    public static BooleanValue lessOrEqual(Value left, Value right) {
        return truth(testLessOrEqual(left, right));
    }

    public static BooleanValue greater(Value left, Value right) {
        return truth(testGreater(left, right));
    }

    public static BooleanValue greaterOrEqual(Value left, Value right) {
        return truth(testGreaterOrEqual(left, right));
    }

    public static int testEqual(Value left, Value right) {
        throw new UnsupportedOperationException();
    }

    public static int testNotEqual(Value left, Value right) {
        throw new UnsupportedOperationException();
    }

    public static int testLess(Value left, Value right) {
        throw new UnsupportedOperationException();
    }

    public static int testLessOrEqual(Value left, Value right) {
        throw new UnsupportedOperationException();
    }

    public static int testGreater(Value left, Value right) {
        throw new UnsupportedOperationException();
    }

    public static int testGreaterOrEqual(Value left, Value right) {
        throw new UnsupportedOperationException();
    }

    /** {@code value BETWEEN [SYMMETRIC] low AND high}. */
    public static BooleanValue between(Value value, Value low, Value high, boolean symmetric) {
        throw new UnsupportedOperationException();
    }

    /** {@code value IN (candidates)}: UNKNOWN where none is equal and one is NULL. */
    public static BooleanValue in(Value value, Value[] candidates) {
        throw new UnsupportedOperationException();
    }

    /** {@code value LIKE pattern}, with {@code \} as the escape character. */
    public static BooleanValue like(Value value, Value pattern) {
        throw new UnsupportedOperationException();
    }

    /** {@code value LIKE pattern ESCAPE escape}. */
    public static BooleanValue like(Value value, Value pattern, Value escape) {
        throw new UnsupportedOperationException();
    }

    // Logic

    /** {@code left AND right} of operands that were both evaluated. */
    public static BooleanValue and(Value left, Value right) {
        throw new UnsupportedOperationException();
    }

    public static BooleanValue or(Value left, Value right) {
        throw new UnsupportedOperationException();
    }

    public static BooleanValue not(Value operand) {
        throw new UnsupportedOperationException();
    }

    /** A condition as an int to jump on: 1 TRUE, 0 FALSE, -1 UNKNOWN; anything but a BOOLEAN is an error. */
    public static int test(Value condition) {
        throw new UnsupportedOperationException();
    }

    /** Whether a condition is TRUE: what IF, WHILE and WHERE ask; anything but a BOOLEAN is an error. */
    public static boolean isTrue(Value condition) {
        throw new UnsupportedOperationException();
    }

    /** Of an int that {@link #test} or a comparison gave. */
    public static BooleanValue truth(int test) {
        return test > 0 ? BooleanValue.TRUE : test == 0 ? BooleanValue.FALSE : null;
    }

    /** {@code IS FALSE}. */
    public static boolean isFalse(Value operand) {
        throw new UnsupportedOperationException();
    }

    /** {@code IS UNKNOWN}. */
    public static boolean isUnknown(Value operand) {
        throw new UnsupportedOperationException();
    }

    /** {@code IS NUMBER}: a number, or text that can be cast to one; neither NaN nor infinite. */
    public static boolean isNumber(Value operand) {
        throw new UnsupportedOperationException();
    }

    /** {@code IS NAN}. */
    public static boolean isNan(Value operand) {
        throw new UnsupportedOperationException();
    }

    /**
     * {@code IS INF}, {@code IS +INF}, {@code IS -INF}.
     *
     * @param sign 1, -1, or 0 for both
     */
    public static boolean isInfinite(Value operand, int sign) {
        throw new UnsupportedOperationException();
    }
}
