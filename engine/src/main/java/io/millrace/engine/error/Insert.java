package io.millrace.engine.error;

import java.util.Objects;

/**
 * One of the values that made an error, as an ExceptionList's {@code Insert} folder carries it.
 *
 * @param type 2 for an integer, 5 for text, 14 for a BLOB (the types seen in WMQI's traces)
 * @param text the value's text; never null
 */
public record Insert(int type, String text) {

    public Insert {
        Objects.requireNonNull(text);
    }

    /** A text insert. */
    public static Insert of(String text) {
        return new Insert(5, text);
    }

    /** An integer insert. */
    public static Insert of(long value) {
        return new Insert(2, Long.toString(value));
    }
}
