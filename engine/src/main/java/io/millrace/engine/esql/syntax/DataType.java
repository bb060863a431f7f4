package io.millrace.engine.esql.syntax;

import io.millrace.engine.message.ValueType;

import org.jspecify.annotations.Nullable;

/**
 * A type as written in the source.
 *
 * @param scalar scalar type; null unless the kind is SCALAR
 * @param precision precision of a DECIMAL; -1 if not written
 * @param scale scale of a DECIMAL; -1 if not written
 * @param qualifier qualifier of an INTERVAL in upper case, for example {@code DAY TO SECOND}; empty
 *     if not written
 */
public record DataType(
        Span span,
        Kind kind,
        @Nullable ValueType scalar,
        int precision,
        int scale,
        String qualifier) {

    /** Kind of content of a variable of the type. */
    public enum Kind {
        SCALAR,
        REFERENCE,
        ROW,
        LIST,
        /** Constant that represents a name in field references. */
        NAME,
        /** Constant that represents a namespace in field references. */
        NAMESPACE,
        /** Invalid type; a problem was reported. */
        UNKNOWN
    }

    /** Returns a type without precision and qualifier. */
    public static DataType of(Span span, Kind kind, @Nullable ValueType scalar) {
        return new DataType(span, kind, scalar, -1, -1, "");
    }

    /** Whether values of the type are used as names in paths. */
    public boolean isPathName() {
        return kind == Kind.NAME || kind == Kind.NAMESPACE;
    }
}
