package io.millrace.engine.esql.syntax;

import io.millrace.engine.message.ValueType;

/**
 * A type as it is written.
 *
 * @param scalar null unless the kind is SCALAR
 * @param precision of DECIMAL, -1 where none is written
 * @param scale of DECIMAL, -1 where none is written
 * @param qualifier of INTERVAL in capitals, for example {@code DAY TO SECOND}; empty where none is
 *     written
 */
public record DataType(
        Span span, Kind kind, ValueType scalar, int precision, int scale, String qualifier) {

    /** What sort of thing a variable of the type holds. */
    public enum Kind {
        SCALAR,
        REFERENCE,
        ROW,
        LIST,
        /** A constant that stands for a name in field references. */
        NAME,
        /** A constant that stands for a namespace in field references. */
        NAMESPACE,
        /** What is written is no type; a problem was reported. */
        UNKNOWN
    }

    /** A type without precision and qualifier. */
    public static DataType of(Span span, Kind kind, ValueType scalar) {
        return new DataType(span, kind, scalar, -1, -1, "");
    }
}
