package io.millrace.engine.esql.library.function;

import io.millrace.engine.esql.library.EsqlErrors;
import io.millrace.engine.esql.library.Numbers;
import io.millrace.engine.esql.library.StringUnits;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.DecimalValue;
import io.millrace.engine.message.Value.FloatValue;
import io.millrace.engine.message.Value.IntegerValue;
import io.millrace.engine.message.ValueType;

/**
 * Conversion of arguments to Java types. Error messages contain the name of the function. Values
 * must not be null.
 */
final class Arguments {

    private Arguments() {}

    static boolean anyNull(Value... values) {
        for (Value value : values) {
            if (value == null) {
                return true;
            }
        }
        return false;
    }

    /** Returns the units of a CHARACTER, BLOB or BIT. */
    static String units(String function, Value value) {
        String units = StringUnits.of(value);
        if (units == null) {
            throw EsqlErrors.argumentType(function, "a CHARACTER, BLOB or BIT", value);
        }
        return units;
    }

    /** Returns the units of a value that must have the given string type. */
    static String units(String function, Value value, ValueType kind) {
        if (value.type() != kind) {
            throw EsqlErrors.argumentType(function, "strings of one type, here " + kind, value);
        }
        return units(function, value);
    }

    static String text(String function, Value value) {
        if (value.type() != ValueType.CHARACTER) {
            throw EsqlErrors.argumentType(function, "a CHARACTER", value);
        }
        return value.text();
    }

    /** Returns an integer. The fraction of other numbers is truncated. */
    static long integer(String function, Value value) {
        return switch (value) {
            case IntegerValue(long n) -> n;
            case FloatValue(double d) when Math.abs(d) < 9e18 -> (long) d;
            case DecimalValue d when Math.abs(d.value().doubleValue()) < 9e18 ->
                    (long) d.value().doubleValue();
            default -> throw EsqlErrors.argumentType(function, "an INTEGER", value);
        };
    }

    /**
     * Like {@link #integer}, but limited to the range of int, which is sufficient for positions and
     * lengths.
     */
    static int offset(String function, Value value) {
        return Math.clamp(integer(function, value), -1_000_000_000, 1_000_000_000);
    }

    /** Returns an INTEGER. Fails for numbers of other types. */
    static long exact(String function, Value value) {
        if (value instanceof IntegerValue(long n)) {
            return n;
        }
        throw EsqlErrors.argumentType(function, "an INTEGER", value);
    }

    static double number(String function, Value value) {
        if (!value.type().isNumeric()) {
            throw EsqlErrors.argumentType(function, "a number", value);
        }
        return Numbers.asDouble(value);
    }
}
