package io.millrace.engine.esql.library;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.BitValue;
import io.millrace.engine.message.Value.BlobValue;
import io.millrace.engine.message.Value.BooleanValue;
import io.millrace.engine.message.Value.CharacterValue;
import io.millrace.engine.message.Value.DateValue;
import io.millrace.engine.message.Value.DecimalValue;
import io.millrace.engine.message.Value.FloatValue;
import io.millrace.engine.message.Value.GmtTimeValue;
import io.millrace.engine.message.Value.GmtTimestampValue;
import io.millrace.engine.message.Value.IntegerValue;
import io.millrace.engine.message.Value.IntervalValue;
import io.millrace.engine.message.Value.TimeValue;
import io.millrace.engine.message.Value.TimestampValue;
import io.millrace.engine.message.ValueType;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.BitSet;

/**
 * Conversion of ESQL values to Java objects and back (WMQI ESQL reference, "ESQL-to-Java data-type
 * mapping table"). Dates and times are objects of {@code java.time}; the IBM product has its own
 * classes for them. NULL is null.
 */
public final class JavaValues {

    private JavaValues() {}

    /** Returns the class for a type; null for INTERVAL, which cannot be passed to Java. */
    public static @Nullable Class<?> type(ValueType type) {
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

    /** Returns the Java object for a value. Arrays and bit sets are copies. */
    public static @Nullable Object toJava(@Nullable Value value) {
        return switch (value) {
            case null -> null;
            case BooleanValue(boolean v) -> v;
            case IntegerValue(long v) -> v;
            case FloatValue(double v) -> v;
            case DecimalValue(BigDecimal v) -> v;
            case CharacterValue(String v) -> v;
            case BlobValue(Bytes v) -> v.toArray().clone();
            case BitValue(BitSet v, int _) -> v.clone();
            case DateValue(LocalDate v) -> v;
            case TimeValue(LocalTime v) -> v;
            case GmtTimeValue(LocalTime v) -> v;
            case TimestampValue(LocalDateTime v) -> v;
            case GmtTimestampValue(LocalDateTime v) -> v;
            case IntervalValue v ->
                    throw new IllegalArgumentException(
                            "an INTERVAL cannot be passed to Java (found " + v + ")");
        };
    }

    /**
     * Returns the value for an object of the class of a type. The highest set bit of a bit set
     * determines the length of the BIT.
     */
    public static @Nullable Value toEsql(@Nullable Object object, ValueType type) {
        return switch (object) {
            case null -> null;
            case Boolean v -> Value.of((boolean) v);
            case Long v -> Value.of((long) v);
            case Double v -> new FloatValue(v);
            case BigDecimal v -> new DecimalValue(v.round(MathContext.DECIMAL128));
            case String v -> Value.of(v);
            case byte[] v -> Value.of(Bytes.of(v.clone()));
            case BitSet v -> new BitValue((BitSet) v.clone(), v.length());
            case LocalDate v -> new DateValue(v);
            case LocalTime v when type == ValueType.GMTTIME -> new GmtTimeValue(v);
            case LocalTime v -> new TimeValue(v);
            case LocalDateTime v when type == ValueType.GMTTIMESTAMP -> new GmtTimestampValue(v);
            case LocalDateTime v -> new TimestampValue(v);
            default ->
                    throw new IllegalArgumentException(
                            "expected a value, such as a String or Long (found "
                                    + object.getClass().getName()
                                    + ")");
        };
    }
}
