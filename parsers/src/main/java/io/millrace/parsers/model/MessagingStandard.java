package io.millrace.parsers.model;

/**
 * The messaging standard of a Tagged/Delimited String format. The standard determines the defaults
 * of all other properties.
 */
public enum MessagingStandard implements Word {
    USER_DEFINED_TEXT,
    USER_DEFINED_MIXED,
    SWIFT,
    /** Insurance (ACORD AL3): each group begins with its name and length. */
    ACORD_AL3,
    /** UN/EDIFACT (ISO 9735); UNA can specify the delimiters. */
    EDIFACT,
    /** ANSI X12; ISA specifies the delimiters. */
    X12,
    /** Transaction logs of points of sale. */
    TLOG,
    /** HL7 version 2; MSH specifies the delimiters. */
    HL7,
    /** Comma-separated values, in quotation marks if necessary (RFC 4180). */
    CSV;

    /** Whether a message can specify its own delimiters. */
    public boolean describesItself() {
        return this == EDIFACT || this == X12 || this == HL7;
    }
}
