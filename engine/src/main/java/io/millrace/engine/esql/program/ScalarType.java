package io.millrace.engine.esql.program;

import io.millrace.engine.message.ValueType;

import java.util.Objects;

/**
 * A scalar type as DECLARE, CAST, RETURNS and parameters write it.
 *
 * @param type the type
 * @param precision digits of a DECIMAL(p, s); negative where not said
 * @param scale digits behind the point of a DECIMAL(p, s); negative where not said
 * @param qualifier of an INTERVAL, for example {@code DAY TO SECOND}; empty for other types and
 *     where not said
 */
public record ScalarType(ValueType type, int precision, int scale, String qualifier) {

    public ScalarType {
        Objects.requireNonNull(type);
        Objects.requireNonNull(qualifier);
    }

    public static ScalarType of(ValueType type) {
        return new ScalarType(type, -1, -1, "");
    }
}
