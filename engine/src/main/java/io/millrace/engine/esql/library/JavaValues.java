package io.millrace.engine.esql.library;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.ValueType;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.BitSet;

/**
 * Conversion of ESQL values to Java objects and back (WMQI ESQL reference, "ESQL-to-Java data-type
 * mapping table"). Dates and times are objects of {@code java.time}; the product has its own
 * classes for them. NULL is null.
 */
public final class JavaValues {

    private JavaValues() {}

    /** Returns the class for a type; null for INTERVAL, which cannot be passed to Java. */
    public static Class<?> type(ValueType type) {
        return switch (type) {
            case BOOLEAN -> Boolean.class;
            case INTEGER -> Long.class;
            case FLOAT -> Double.class;
            case DECIMAL -> BigDecimal.class;
            case CHARACTER -> String.class;
            case BLOB -> byte[].class;
            case BIT -> BitSet.class;
            case DATE -> LocalDate.class;
            case TIME, GMTTIME -> LocalTime.class;
            case TIMESTAMP, GMTTIMESTAMP -> LocalDateTime.class;
            case INTERVAL -> null;
        };
    }

    /** Returns the object for a value; arrays and bit sets are copies. */
    public static Object toJava(Value value) {
        return switch (value) {
            case null -> null;
            case Value.BooleanValue(boolean v) -> v;
            case Value.IntegerValue(long v) -> v;
            case Value.FloatValue(double v) -> v;
            case Value.DecimalValue(BigDecimal v) -> v;
            case Value.CharacterValue(String v) -> v;
            case Value.BlobValue(Bytes v) -> v.toArray().clone();
            case Value.BitValue(BitSet v, int _) -> v.clone();
            case Value.DateValue(LocalDate v) -> v;
            case Value.TimeValue(LocalTime v) -> v;
            case Value.GmtTimeValue(LocalTime v) -> v;
            case Value.TimestampValue(LocalDateTime v) -> v;
            case Value.GmtTimestampValue(LocalDateTime v) -> v;
            case Value.IntervalValue v -> throw new IllegalArgumentException("an INTERVAL: " + v);
        };
    }

    /**
     * Returns the value of an object of the class for a type. The length of a bit set is determined
     * by its highest set bit.
     */
    public static Value toEsql(Object object, ValueType type) {
        return switch (object) {
            case null -> null;
            case Boolean v -> Value.of((boolean) v);
            case Long v -> Value.of((long) v);
            case Double v -> new Value.FloatValue(v);
            case BigDecimal v -> new Value.DecimalValue(v.round(MathContext.DECIMAL128));
            case String v -> Value.of(v);
            case byte[] v -> Value.of(Bytes.of(v.clone()));
            case BitSet v -> new Value.BitValue((BitSet) v.clone(), v.length());
            case LocalDate v -> new Value.DateValue(v);
            case LocalTime v when type == ValueType.GMTTIME -> new Value.GmtTimeValue(v);
            case LocalTime v -> new Value.TimeValue(v);
            case LocalDateTime v when type == ValueType.GMTTIMESTAMP ->
                    new Value.GmtTimestampValue(v);
            case LocalDateTime v -> new Value.TimestampValue(v);
            default -> throw new IllegalArgumentException("not a value: " + object.getClass());
        };
    }
}
