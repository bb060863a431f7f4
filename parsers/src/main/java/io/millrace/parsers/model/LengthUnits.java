package io.millrace.parsers.model;

/** What a length counts. */
public enum LengthUnits implements Word {
    BYTES,
    /** Characters: each of one byte, two, or as many as its code page takes for it. */
    CHARACTERS,
    /**
     * The smallest unit of a code page: two bytes in UTF-16 and pure double-byte ones, otherwise
     * one.
     */
    CHARACTER_UNITS,
    /** Everything up to the end of the message. */
    END_OF_BITSTREAM
}
