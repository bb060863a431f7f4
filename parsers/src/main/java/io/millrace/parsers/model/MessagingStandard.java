package io.millrace.parsers.model;

/**
 * Standard of the messages that a Tagged/Delimited String format describes; it determines all other
 * properties.
 */
public enum MessagingStandard {
    USER_DEFINED_TEXT("userDefinedText"),
    USER_DEFINED_MIXED("userDefinedMixed"),
    SWIFT("swift"),
    /** Insurance (ACORD AL3): groups after their name and length. */
    ACORD_AL3("acordAl3"),
    /** UN/EDIFACT (ISO 9735); UNA can specify other delimiters. */
    EDIFACT("edifact"),
    /** ANSI X12; ISA specifies the delimiters. */
    X12("x12"),
    /** Transaction logs of points of sale. */
    TLOG("tlog"),
    /** HL7 version 2; MSH specifies the delimiters. */
    HL7("hl7"),
    /** Values with commas between them and quotation marks where needed (RFC 4180). */
    CSV("csv");

    private final String word;

    MessagingStandard(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }

    /** Whether a message itself can specify its delimiters. */
    public boolean describesItself() {
        return this == EDIFACT || this == X12 || this == HL7;
    }
}
