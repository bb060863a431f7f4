package io.millrace.parsers.model;

import static io.millrace.parsers.model.MessagingStandard.USER_DEFINED_TEXT;

import static java.util.Objects.requireNonNull;

/**
 * What holds for all of a Tagged/Delimited String format. What is null follows from the standard.
 *
 * @param types what types have that do not specify it themselves
 * @param derivation what of fields follows from their logical types
 * @param missing what is written for elements that are missing in a tree
 * @param encoding for messages whose headers specify nothing; null for the standard's
 * @param packedDecimalPositiveCode the sign of packed numbers that are not negative: {@code C} or
 *     {@code F}
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
        DefaultEncoding encoding,
        DateTimeRules dateTimes) {

    public static final TdsSettings DEFAULTS = of(USER_DEFINED_TEXT);

    public TdsSettings {
        requireNonNull(standard);
        requireNonNull(types);
        requireNonNull(escapes);
        requireNonNull(texts);
        requireNonNull(booleans);
        requireNonNull(derivation);
        requireNonNull(missing);
        if (packedDecimalPositiveCode != 'C' && packedDecimalPositiveCode != 'F') {
            throw new IllegalArgumentException("positive code " + packedDecimalPositiveCode);
        }
        requireNonNull(dateTimes);
    }

    /** Returns a standard's settings. */
    public static TdsSettings of(MessagingStandard standard) {
        return of(standard, null);
    }

    /** Returns a standard's settings with an encoding; null for the standard's. */
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
                encoding,
                DateTimeRules.DEFAULTS);
    }

    /**
     * Returns how messages are laid out whose headers specify nothing: strings of the user's own,
     * and of ACORD, in ASCII, of SWIFT in EBCDIC, as the product's documentation has it; others in
     * UTF-8.
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
     * What of fields follows from their logical types.
     *
     * @param sign whether numbers of signed types have a sign
     * @param length whether the most characters (or digits) of a type are its length
     */
    public record Derivation(
            @Key("deriveSignFromLogicalType") boolean sign,
            @Key("deriveLengthFromLogicalType") boolean length) {

        public static final Derivation ALL = new Derivation(true, true);
    }
}
