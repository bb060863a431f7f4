package io.millrace.parsers.model;

import java.util.EnumSet;
import java.util.Set;

/** The physical representation of a single value. The words are those of the model file. */
public enum PhysicalType implements Word {
    /** A string, as used in Tagged/Delimited String formats. */
    TEXT,
    /** A string whose length the model or another field specifies. */
    FIXED_LENGTH,
    /** A string that begins with its length in one byte. */
    LENGTH_ENCODED_1,
    /** A string that begins with its length in two bytes. */
    LENGTH_ENCODED_2,
    /** A string that ends with X'00'. */
    NULL_TERMINATED,
    /** A binary integer (COBOL: COMP, BINARY). */
    INTEGER,
    /**
     * A packed decimal: two digits in each byte, the sign in the last half byte (COBOL: COMP-3).
     */
    PACKED,
    /** An external decimal: one character for each digit (COBOL: DISPLAY). */
    EXTERNAL,
    /** Floating point (COBOL: COMP-1, COMP-2). */
    FLOAT,
    /** Bytes without conversion. */
    BINARY,
    /** A point in time as seconds since 1970 in 4 bytes. */
    TIME_SECONDS,
    /** A point in time as milliseconds since 1970 in 8 bytes. */
    TIME_MILLISECONDS;

    private static final Set<PhysicalType> TEXTS =
            EnumSet.of(TEXT, FIXED_LENGTH, LENGTH_ENCODED_1, LENGTH_ENCODED_2, NULL_TERMINATED);

    /** Whether the value is written as a string. */
    public boolean isText() {
        return TEXTS.contains(this);
    }
}
