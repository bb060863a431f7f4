package io.millrace.engine.esql.library;

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

import org.jspecify.annotations.Nullable;

import java.time.LocalTime;
import java.time.format.DateTimeFormatter;

/**
 * Formatter of values as ESQL literals, for error messages, tree dumps and CAST(... AS CHARACTER).
 */
public final class Literals {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");
    private static final DateTimeFormatter FRACTION =
            DateTimeFormatter.ofPattern("HH:mm:ss.SSSSSS");

    private Literals() {}

    public static String of(@Nullable Value value) {
        return switch (value) {
            case null -> "NULL";
            case BooleanValue(boolean b) -> b ? "TRUE" : "FALSE";
            case IntegerValue(long n) -> Long.toString(n);
            case FloatValue f -> Numbers.text(f.value());
            case DecimalValue d -> Numbers.text(d.value());
            case CharacterValue(String s) -> "'" + s.replace("'", "''") + "'";
            case BlobValue b -> "X'" + b.value().hex() + "'";
            case BitValue b -> "B'" + b.text() + "'";
            case DateValue d -> "DATE '" + d.value() + "'";
            case TimeValue t -> "TIME '" + time(t.value()) + "'";
            case GmtTimeValue t -> "GMTTIME '" + time(t.value()) + "'";
            case TimestampValue t ->
                    "TIMESTAMP '"
                            + t.value().toLocalDate()
                            + " "
                            + time(t.value().toLocalTime())
                            + "'";
            case GmtTimestampValue t ->
                    "GMTTIMESTAMP '"
                            + t.value().toLocalDate()
                            + " "
                            + time(t.value().toLocalTime())
                            + "'";
            case IntervalValue i -> "INTERVAL '" + Intervals.digits(i) + "' " + i.qualifier();
        };
    }

    /** Returns a time as a string, with microseconds if they are not 0. */
    static String time(LocalTime time) {
        return (time.getNano() == 0 ? TIME : FRACTION).format(time);
    }
}
