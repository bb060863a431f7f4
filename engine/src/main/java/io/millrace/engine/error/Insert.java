package io.millrace.engine.error;

import java.util.Objects;

/**
 * A value of an error, as in the {@code Insert} folder of an ExceptionList.
 *
 * @param type 2 for an integer, 5 for text, 14 for a BLOB (types in WMQI's traces)
 * @param text text of the value
 */
public record Insert(int type, String text) {

    public Insert {
        Objects.requireNonNull(text);
    }

    /** Returns a text insert. */
    public static Insert of(String text) {
        return new Insert(5, text);
    }

    /** Returns an integer insert. */
    public static Insert of(long value) {
        return new Insert(2, Long.toString(value));
    }
}
