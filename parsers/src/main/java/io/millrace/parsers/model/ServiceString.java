package io.millrace.parsers.model;

/** An element whose value specifies what the delimiters of its message are (Interpret Value As). */
public enum ServiceString implements Word {
    /** What stands after {@code UNA}: six characters. */
    EDIFACT,
    /**
     * The characters after {@code ISA}, up to the end of the segment (103 characters), or the
     * component separator alone (ISA16).
     */
    X12,
    /** What stands after {@code MSH}: the field separator and the encoding characters (MSH-2). */
    HL7;

    @Override
    public String word() {
        return Word.super.word() + "ServiceString";
    }
}
