package io.millrace.parsers.model;

import java.util.EnumSet;
import java.util.Set;

/** How a single value is written; the words are those of the model file. */
public enum PhysicalType implements Word {
    /** A text without a form of its own: that of a Tagged/Delimited String format. */
    TEXT,
    /** A text of a length that is specified elsewhere. */
    FIXED_LENGTH,
    /** A text after its length in one byte. */
    LENGTH_ENCODED_1,
    /** A text after its length in two bytes. */
    LENGTH_ENCODED_2,
    /** A text that ends with a character zero. */
    NULL_TERMINATED,
    /** A binary integer (COBOL: COMP, BINARY). */
    INTEGER,
    /** Two digits a byte, the sign in the last half byte (COBOL: COMP-3). */
    PACKED,
    /** A digit a character (COBOL: DISPLAY). */
    EXTERNAL,
    /** Floating point (COBOL: COMP-1, COMP-2). */
    FLOAT,
    /** Bytes as they are. */
    BINARY,
    /** A point in time as seconds since 1970 in 4 bytes. */
    TIME_SECONDS,
    /** A point in time as milliseconds since 1970 in 8 bytes. */
    TIME_MILLISECONDS;

    private static final Set<PhysicalType> TEXTS =
            EnumSet.of(TEXT, FIXED_LENGTH, LENGTH_ENCODED_1, LENGTH_ENCODED_2, NULL_TERMINATED);

    /** Whether the value is written as a text. */
    public boolean isText() {
        return TEXTS.contains(this);
    }
}
