package io.millrace.parsers.model;

import static io.millrace.parsers.model.MessagingStandard.USER_DEFINED_TEXT;

/**
 * Settings that apply to all elements of a Tagged/Delimited String format. A null component selects
 * the default of the standard.
 *
 * @param types defaults of types that do not specify these properties
 * @param derivation properties that are derived from the logical types
 * @param missing policy for elements that are missing in a tree
 * @param validateEnvelope whether the envelope of a message is validated; null for the default of
 *     the standard
 * @param encoding encoding of messages whose headers do not specify one; null for the default of
 *     the standard
 * @param packedDecimalPositiveCode sign of non-negative packed decimals: {@code C} or {@code F}
 */
public record TdsSettings(
        @Key("messagingStandard") MessagingStandard standard,
        TdsGroup types,
        EscapeRule escapes,
        TextRule texts,
        BooleanStrings booleans,
        Derivation derivation,
        char packedDecimalPositiveCode,
        @Key("policyForMissingElements") MissingElements missing,
        Boolean validateEnvelope,
        DefaultEncoding encoding,
        DateTimeRules dateTimes) {

    public static final TdsSettings DEFAULTS = of(USER_DEFINED_TEXT);

    /** Returns the default settings of a standard. */
    public static TdsSettings of(MessagingStandard standard) {
        return of(standard, null);
    }

    /**
     * Returns the default settings of a standard with an encoding; null for the standard's
     * encoding.
     */
    public static TdsSettings of(MessagingStandard standard, DefaultEncoding encoding) {
        return new TdsSettings(
                standard,
                TdsGroup.DEFAULTS,
                EscapeRule.DEFAULTS,
                TextRule.DEFAULTS,
                BooleanStrings.DEFAULTS,
                Derivation.ALL,
                'C',
                MissingElements.DEFAULT,
                null,
                encoding,
                DateTimeRules.DEFAULTS);
    }

    /**
     * Returns the default encoding of messages whose headers do not specify one. As in WMQI,
     * strings are ASCII for user-defined formats and ACORD, and EBCDIC for SWIFT. All other
     * standards use UTF-8.
     */
    public static DefaultEncoding encoding(MessagingStandard standard) {
        int ccsid =
                switch (standard) {
                    case USER_DEFINED_TEXT, USER_DEFINED_MIXED, ACORD_AL3 -> 367;
                    case SWIFT -> 37;
                    case EDIFACT, X12, TLOG, HL7, CSV -> 1208;
                };
        DefaultEncoding d = DefaultEncoding.DEFAULTS;
        return new DefaultEncoding(ccsid, d.byteOrder(), d.packedByteOrder(), d.floatFormat());
    }

    /**
     * Properties of fields that are derived from their logical types.
     *
     * @param sign whether numbers of signed types have a sign
     * @param length whether the maximum number of characters (or digits) of a type is its length
     */
    public record Derivation(
            @Key("deriveSignFromLogicalType") boolean sign,
            @Key("deriveLengthFromLogicalType") boolean length) {

        public static final Derivation ALL = new Derivation(true, true);
    }
}
