package io.millrace.parsers.model;

import java.util.EnumSet;
import java.util.Set;

/** Physical type of a value; the constants are the words of the model file. */
public enum PhysicalType {
    /** Text without another form: that of a Tagged/Delimited String format. */
    TEXT("text"),
    /** Text with a length that is specified elsewhere. */
    FIXED_LENGTH("fixedLength"),
    /** Text after its length in one byte. */
    LENGTH_ENCODED_1("lengthEncoded1"),
    /** Text after its length in two bytes. */
    LENGTH_ENCODED_2("lengthEncoded2"),
    /** Text that ends with a zero character. */
    NULL_TERMINATED("nullTerminated"),
    /** A binary integer (COBOL: COMP, BINARY). */
    INTEGER("integer"),
    /** Two digits in each byte, the sign in the last nibble (COBOL: COMP-3). */
    PACKED("packed"),
    /** One digit in each character (COBOL: DISPLAY). */
    EXTERNAL("external"),
    /** Floating point (COBOL: COMP-1, COMP-2). */
    FLOAT("float"),
    /** Bytes without conversion. */
    BINARY("binary"),
    /** A point in time as seconds since 1970 in 4 bytes. */
    TIME_SECONDS("timeSeconds"),
    /** A point in time as milliseconds since 1970 in 8 bytes. */
    TIME_MILLISECONDS("timeMilliseconds");

    private static final Set<PhysicalType> TEXTS =
            EnumSet.of(TEXT, FIXED_LENGTH, LENGTH_ENCODED_1, LENGTH_ENCODED_2, NULL_TERMINATED);

    private final String word;

    PhysicalType(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }

    /** Whether the value is written as text. */
    public boolean isText() {
        return TEXTS.contains(this);
    }
}
