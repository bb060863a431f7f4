package io.millrace.parsers.model;

/** The kind of an element that specifies the delimiters of the message (Interpret Value As). */
public enum ServiceString implements Word {
    /** The six characters after {@code UNA}. */
    EDIFACT,
    /**
     * The characters after {@code ISA}, up to the end of the segment (103 characters), or only the
     * component separator (ISA16).
     */
    X12,
    /**
     * The characters after {@code MSH}: the field separator and the encoding characters (MSH-2).
     */
    HL7;

    @Override
    public String word() {
        return Word.super.word() + "ServiceString";
    }
}
