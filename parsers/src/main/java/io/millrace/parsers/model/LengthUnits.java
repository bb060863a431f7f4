package io.millrace.parsers.model;

/** Unit of a length. */
public enum LengthUnits {
    BYTES("bytes"),
    /** Characters: each of one byte, two bytes, or as many as its code page needs. */
    CHARACTERS("characters"),
    /**
     * The smallest unit of a code page: two bytes in UTF-16 and pure double-byte ones, otherwise
     * one.
     */
    CHARACTER_UNITS("characterUnits"),
    /** Everything up to the end of the message. */
    END_OF_BITSTREAM("endOfBitstream");

    private final String word;

    LengthUnits(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }
}
