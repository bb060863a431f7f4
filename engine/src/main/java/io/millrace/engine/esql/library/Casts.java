package io.millrace.engine.esql.library;

import io.millrace.engine.esql.EsqlEnvironment;
import io.millrace.engine.message.Value;
import io.millrace.engine.message.Value.CharacterValue;

/** Explicit and implicit casts (WMQI ESQL reference, CAST function). NULL gives NULL everywhere. */
public final class Casts {

    /** What {@link #tryCast} gives for a cast that failed: compare by identity. */
    public static final Value FAILED = new CharacterValue("CAST failed");

    private Casts() {}

    /** {@code CAST(value AS target)}, and assignment to a variable declared with the target's type. */
    public static Value cast(Value value, CastTarget target, EsqlEnvironment environment) {
        throw new UnsupportedOperationException();
    }

    /** CAST of several values: DATE (y, m, d), TIME (h, m, s), TIMESTAMP (date, time) or (y, m, d, h, m, s), INTERVAL. */
    public static Value cast(Value[] parts, CastTarget target, EsqlEnvironment environment) {
        throw new UnsupportedOperationException();
    }

    /** As {@link #cast(Value, CastTarget, EsqlEnvironment)}, but FAILED where that would throw: for CAST ... DEFAULT. */
    public static Value tryCast(Value value, CastTarget target, EsqlEnvironment environment) {
        throw new UnsupportedOperationException();
    }

    /** As {@link #cast(Value[], CastTarget, EsqlEnvironment)}, but FAILED where that would throw: for CAST ... DEFAULT. */
    public static Value tryCast(Value[] parts, CastTarget target, EsqlEnvironment environment) {
        throw new UnsupportedOperationException();
    }
}
