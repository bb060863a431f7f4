package io.millrace.engine.esql.library;

import io.millrace.engine.message.Value;
import io.millrace.engine.message.ValueType;

/**
 * What a CAST, or the declaration of a variable, asks for. Immutable: one whose clauses are literals is made once per
 * program, and its FORMAT is then compiled only once; clauses that are expressions are put in at run time.
 */
public final class CastTarget {

    private CastTarget() {}

    /** A type without precision, qualifier or clauses. */
    public static CastTarget of(ValueType type) {
        throw new UnsupportedOperationException();
    }

    /** {@code DECIMAL(precision, scale)}. */
    public static CastTarget decimal(int precision, int scale) {
        throw new UnsupportedOperationException();
    }

    /**
     * {@code INTERVAL qualifier}.
     *
     * @param qualifier capitals, for example {@code DAY TO SECOND}; empty for none
     */
    public static CastTarget interval(String qualifier) {
        throw new UnsupportedOperationException();
    }

    /** FORMAT. NULL is as if it were not written. */
    public CastTarget withFormat(Value pattern) {
        throw new UnsupportedOperationException();
    }

    /** CCSID. NULL is as if it were not written. */
    public CastTarget withCcsid(Value number) {
        throw new UnsupportedOperationException();
    }

    /** ENCODING. NULL is as if it were not written. */
    public CastTarget withEncoding(Value number) {
        throw new UnsupportedOperationException();
    }

    public ValueType type() {
        throw new UnsupportedOperationException();
    }
}
