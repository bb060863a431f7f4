package io.millrace.parsers.model;

/** An element whose value specifies the delimiters of its message (Interpret Value As). */
public enum ServiceString {
    /** The six characters after {@code UNA}. */
    EDIFACT("edifactServiceString"),
    /**
     * The characters after {@code ISA}, up to the end of the segment (103 characters), or the
     * component separator alone (ISA16).
     */
    X12("x12ServiceString"),
    /**
     * The characters after {@code MSH}: the field separator and the encoding characters (MSH-2).
     */
    HL7("hl7ServiceString");

    private final String word;

    ServiceString(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }
}
