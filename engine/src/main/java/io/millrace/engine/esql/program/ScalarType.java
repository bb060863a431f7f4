package io.millrace.engine.esql.program;

import io.millrace.engine.message.ValueType;

import java.util.Objects;

/**
 * A scalar type as written in DECLARE, CAST, RETURNS and parameters.
 *
 * @param type value type
 * @param precision number of digits of a DECIMAL(p, s); negative if not specified
 * @param scale number of decimal places of a DECIMAL(p, s); negative if not specified
 * @param qualifier qualifier of an INTERVAL, for example {@code DAY TO SECOND}; empty for other
 *     types and if not specified
 */
public record ScalarType(ValueType type, int precision, int scale, String qualifier) {

    public static final ScalarType CHARACTER = of(ValueType.CHARACTER);

    public ScalarType {
        Objects.requireNonNull(type);
        Objects.requireNonNull(qualifier);
    }

    public static ScalarType of(ValueType type) {
        return new ScalarType(type, -1, -1, "");
    }
}
