package io.millrace.parsers.model;

import java.util.Objects;

/**
 * Settings of all elements of a Tagged/Delimited String format. Null follows from the standard.
 *
 * @param types defaults of types that do not specify these settings themselves
 * @param derivation properties that are derived from the logical types
 * @param missing policy for elements that are missing in a tree
 * @param encoding encoding of messages whose headers do not specify one; null for the standard's
 * @param packedDecimalPositiveCode the sign of packed numbers that are not negative: {@code C} or
 *     {@code F}
 */
public record TdsSettings(
        MessagingStandard standard,
        TdsGroup types,
        EscapeRule escapes,
        TextRule texts,
        BooleanStrings booleans,
        Derivation derivation,
        MissingElements missing,
        DefaultEncoding encoding,
        char packedDecimalPositiveCode,
        DateTimeRules dateTimes) {

    public static final TdsSettings DEFAULTS = of(MessagingStandard.USER_DEFINED_TEXT);

    public TdsSettings {
        Objects.requireNonNull(standard);
        Objects.requireNonNull(types);
        Objects.requireNonNull(escapes);
        Objects.requireNonNull(texts);
        Objects.requireNonNull(booleans);
        Objects.requireNonNull(derivation);
        Objects.requireNonNull(missing);
        if (packedDecimalPositiveCode != 'C' && packedDecimalPositiveCode != 'F') {
            throw new IllegalArgumentException("positive code " + packedDecimalPositiveCode);
        }
        Objects.requireNonNull(dateTimes);
    }

    /** Returns a standard's settings. */
    public static TdsSettings of(MessagingStandard standard) {
        return new TdsSettings(
                standard,
                TdsGroup.DEFAULTS,
                EscapeRule.DEFAULTS,
                TextRule.DEFAULTS,
                BooleanStrings.DEFAULTS,
                Derivation.ALL,
                MissingElements.DEFAULT,
                null,
                'C',
                DateTimeRules.DEFAULTS);
    }

    /**
     * Returns the encoding of messages whose headers do not specify one: strings of user-defined
     * formats and of ACORD in ASCII, of SWIFT in EBCDIC, as documented for WMQI; others in UTF-8.
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
    public record Derivation(boolean sign, boolean length) {

        public static final Derivation ALL = new Derivation(true, true);
    }
}
