package io.millrace.engine.error;

import java.util.Objects;

/**
 * A value of an error, as in the {@code Insert} folder of an ExceptionList.
 *
 * @param type type in WMQI's traces: 2 for an integer, 5 for text, 14 for a BLOB
 * @param text value as a string; never null
 */
public record Insert(int type, String text) {

    public Insert {
        Objects.requireNonNull(text);
    }

    /** Returns an insert with a string. */
    public static Insert of(String text) {
        return new Insert(5, text);
    }

    /** Returns an insert with an integer. */
    public static Insert of(long value) {
        return new Insert(2, Long.toString(value));
    }
}
