package io.millrace.engine.esql.library;

import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.BooleanValue;
import io.millrace.engine.message.Value.FloatValue;
import io.millrace.engine.message.Value.IntegerValue;

import org.jspecify.annotations.Nullable;

/**
 * {@link Operators} for numbers whose types are known at compile time. An INTEGER is a long, a
 * FLOAT a double. Each number has an int that is 0 unless the value is NULL; the number of a NULL
 * is meaningless. Results and errors are the same as in {@link Operators}.
 */
public final class PrimitiveOperators {

    private PrimitiveOperators() {}

    // INTEGER

    public static long add(long left, long right, int isNull) {
        if (isNull != 0) {
            return 0;
        }
        try {
            return Math.addExact(left, right);
        } catch (ArithmeticException e) {
            throw overflow(Arithmetic.ADD, left, right);
        }
    }

    public static long subtract(long left, long right, int isNull) {
        if (isNull != 0) {
            return 0;
        }
        try {
            return Math.subtractExact(left, right);
        } catch (ArithmeticException e) {
            throw overflow(Arithmetic.SUBTRACT, left, right);
        }
    }

    public static long multiply(long left, long right, int isNull) {
        if (isNull != 0) {
            return 0;
        }
        try {
            return Math.multiplyExact(left, right);
        } catch (ArithmeticException e) {
            throw overflow(Arithmetic.MULTIPLY, left, right);
        }
    }

    public static long divide(long left, long right, int isNull) {
        if (isNull != 0) {
            return 0;
        }
        if (right == 0 || right == -1 && left == Long.MIN_VALUE) {
            throw overflow(Arithmetic.DIVIDE, left, right);
        }
        return left / right;
    }

    public static long negate(long operand, int isNull) {
        if (operand == Long.MIN_VALUE && isNull == 0) {
            Operators.negate(IntegerValue.of(operand));
        }
        return -operand;
    }

    /** Throws the overflow error for an operation on two INTEGERs. */
    private static RuntimeException overflow(Arithmetic operation, long left, long right) {
        operation.of(IntegerValue.of(left), IntegerValue.of(right));
        return new IllegalStateException(left + " and " + right + " are in range");
    }

    // FLOAT with FLOAT or INTEGER

    public static double add(double left, double right, int isNull) {
        return finite(Arithmetic.ADD, left + right, left, right, isNull);
    }

    public static double add(double left, long right, int isNull) {
        double result = left + right;
        return Double.isInfinite(result)
                ? infinite(Arithmetic.ADD, new FloatValue(left), IntegerValue.of(right), isNull)
                : result;
    }

    public static double add(long left, double right, int isNull) {
        double result = left + right;
        return Double.isInfinite(result)
                ? infinite(Arithmetic.ADD, IntegerValue.of(left), new FloatValue(right), isNull)
                : result;
    }

    public static double subtract(double left, double right, int isNull) {
        return finite(Arithmetic.SUBTRACT, left - right, left, right, isNull);
    }

    public static double subtract(double left, long right, int isNull) {
        double result = left - right;
        return Double.isInfinite(result)
                ? infinite(
                        Arithmetic.SUBTRACT, new FloatValue(left), IntegerValue.of(right), isNull)
                : result;
    }

    public static double subtract(long left, double right, int isNull) {
        double result = left - right;
        return Double.isInfinite(result)
                ? infinite(
                        Arithmetic.SUBTRACT, IntegerValue.of(left), new FloatValue(right), isNull)
                : result;
    }

    public static double multiply(double left, double right, int isNull) {
        return finite(Arithmetic.MULTIPLY, left * right, left, right, isNull);
    }

    public static double multiply(double left, long right, int isNull) {
        double result = left * right;
        return Double.isInfinite(result)
                ? infinite(
                        Arithmetic.MULTIPLY, new FloatValue(left), IntegerValue.of(right), isNull)
                : result;
    }

    public static double multiply(long left, double right, int isNull) {
        double result = left * right;
        return Double.isInfinite(result)
                ? infinite(
                        Arithmetic.MULTIPLY, IntegerValue.of(left), new FloatValue(right), isNull)
                : result;
    }

    public static double divide(double left, double right, int isNull) {
        double result = left / right;
        return right == 0 || Double.isInfinite(result)
                ? infinite(Arithmetic.DIVIDE, new FloatValue(left), new FloatValue(right), isNull)
                : result;
    }

    public static double divide(double left, long right, int isNull) {
        double result = left / right;
        return right == 0 || Double.isInfinite(result)
                ? infinite(Arithmetic.DIVIDE, new FloatValue(left), IntegerValue.of(right), isNull)
                : result;
    }

    public static double divide(long left, double right, int isNull) {
        double result = left / right;
        return right == 0 || Double.isInfinite(result)
                ? infinite(Arithmetic.DIVIDE, IntegerValue.of(left), new FloatValue(right), isNull)
                : result;
    }

    public static double negate(double operand, int isNull) {
        return isNull != 0 ? 0 : -operand;
    }

    private static double finite(
            Arithmetic operation, double result, double left, double right, int isNull) {
        return Double.isInfinite(result)
                ? infinite(operation, new FloatValue(left), new FloatValue(right), isNull)
                : result;
    }

    /**
     * Returns the result of an operation that overflows, divides by 0 or has an infinite operand.
     * Overflow and division by 0 are errors. The result of an infinite operand is infinite.
     */
    private static double infinite(Arithmetic operation, Value left, Value right, int isNull) {
        return isNull != 0 ? 0 : number(operation.of(left, right));
    }

    // Comparison: 1 TRUE, 0 FALSE, -1 UNKNOWN

    public static int testEqual(long left, long right, int isNull) {
        return isNull != 0 ? -1 : left == right ? 1 : 0;
    }

    public static int testNotEqual(long left, long right, int isNull) {
        return isNull != 0 ? -1 : left != right ? 1 : 0;
    }

    public static int testLess(long left, long right, int isNull) {
        return isNull != 0 ? -1 : left < right ? 1 : 0;
    }

    public static int testLessOrEqual(long left, long right, int isNull) {
        return isNull != 0 ? -1 : left <= right ? 1 : 0;
    }

    public static int testGreater(long left, long right, int isNull) {
        return isNull != 0 ? -1 : left > right ? 1 : 0;
    }

    public static int testGreaterOrEqual(long left, long right, int isNull) {
        return isNull != 0 ? -1 : left >= right ? 1 : 0;
    }

    public static int testEqual(double left, double right, int isNull) {
        return isNull != 0 ? -1 : left == right ? 1 : 0;
    }

    public static int testNotEqual(double left, double right, int isNull) {
        return isNull != 0 ? -1 : left != right ? 1 : 0;
    }

    public static int testLess(double left, double right, int isNull) {
        return isNull != 0 ? -1 : left < right ? 1 : 0;
    }

    public static int testLessOrEqual(double left, double right, int isNull) {
        return isNull != 0 ? -1 : left <= right ? 1 : 0;
    }

    public static int testGreater(double left, double right, int isNull) {
        return isNull != 0 ? -1 : left > right ? 1 : 0;
    }

    public static int testGreaterOrEqual(double left, double right, int isNull) {
        return isNull != 0 ? -1 : left >= right ? 1 : 0;
    }

    // Conversion from and to values

    /** Returns the number of a value that must be an INTEGER; 0 for NULL. */
    public static long integer(@Nullable Value value) {
        return value == null ? 0 : ((IntegerValue) value).value();
    }

    /** Returns the number of a value that must be a FLOAT; 0 for NULL. */
    public static double number(@Nullable Value value) {
        return value == null ? 0 : ((FloatValue) value).value();
    }

    /** Returns a value that must be a BOOLEAN as an int: 1 TRUE, 0 FALSE, -1 UNKNOWN. */
    public static int truth(@Nullable Value value) {
        return value == null ? -1 : ((BooleanValue) value).value() ? 1 : 0;
    }

    public static @Nullable Value value(long number, int isNull) {
        return isNull != 0 ? null : IntegerValue.of(number);
    }

    public static @Nullable Value value(double number, int isNull) {
        return isNull != 0 ? null : new FloatValue(number);
    }

    /**
     * Like {@link #value(long, int)}, but always returns a new object. The JIT compiler can
     * eliminate the allocation.
     */
    public static @Nullable Value passing(long number, int isNull) {
        return isNull != 0 ? null : new IntegerValue(number);
    }

    /** Returns {@code CAST(number AS CHARACTER)}. */
    public static @Nullable Value digits(long number, int isNull) {
        return isNull != 0 ? null : Value.of(Long.toString(number));
    }

    /** Returns {@code before || CAST(number AS CHARACTER) || after}. */
    public static @Nullable Value digitsBetween(
            String before, long number, int isNull, String after) {
        return isNull != 0 ? null : Value.of(before + number + after);
    }
}
