package io.millrace.parsers.model;

/** The unit of a length. */
public enum LengthUnits implements Word {
    BYTES,
    /** Characters, each of one or more bytes, as in the code page. */
    CHARACTERS,
    /**
     * Code units of the code page: two bytes in UTF-16 and in double-byte code pages, otherwise one
     * byte.
     */
    CHARACTER_UNITS,
    /** No fixed length: the value extends to the end of the message. */
    END_OF_BITSTREAM
}
