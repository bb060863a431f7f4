package io.millrace.parsers.model;

/** Whose messages a Tagged/Delimited String format describes; it gives all other properties. */
public enum MessagingStandard implements Word {
    USER_DEFINED_TEXT,
    USER_DEFINED_MIXED,
    SWIFT,
    /** Insurance (ACORD AL3): groups after their name and length. */
    ACORD_AL3,
    /** UN/EDIFACT (ISO 9735); UNA gives other delimiters. */
    EDIFACT,
    /** ANSI X12; ISA gives the delimiters. */
    X12,
    /** Transaction logs of points of sale. */
    TLOG,
    /** HL7 version 2; MSH gives the delimiters. */
    HL7,
    /** Values with commas between them and quotation marks where needed (RFC 4180). */
    CSV;

    /** Whether a message itself can specify its delimiters. */
    public boolean describesItself() {
        return this == EDIFACT || this == X12 || this == HL7;
    }
}
