package io.millrace.benchmarks.torture;

import java.util.Locale;

/**
 * Something that must not be.
 *
 * @param text the message's id, and where it was found
 */
public record Finding(Kind kind, String text) {

    /** Kind of error in the books. */
    public enum Kind {
        LOST,
        DUPLICATED,
        REORDERED,
        IN_DOUBT,
        /** A message exists that should have been undone, or that no client put. */
        UNDONE
    }

    @Override
    public String toString() {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', ' ') + ": " + text;
    }
}
