package io.millrace.benchmarks.torture;

import java.util.Locale;

/**
 * Something that must not be.
 *
 * @param text with the message's id, and what was found where
 */
public record Finding(Kind kind, String text) {

    /** What is wrong with the books. */
    public enum Kind {
        LOST,
        DUPLICATED,
        REORDERED,
        IN_DOUBT,
        /** There is what should have been undone, or what nobody put. */
        UNDONE
    }

    @Override
    public String toString() {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', ' ') + ": " + text;
    }
}
