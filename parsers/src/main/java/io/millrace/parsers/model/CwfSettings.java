package io.millrace.parsers.model;

/**
 * Settings of all fields of a Custom Wire Format.
 *
 * @param byteAlignmentPad byte that fills skipped bytes on output
 * @param packedDecimalPositiveCode the sign of packed numbers that are not negative: {@code C} or
 *     {@code F}
 * @param missing policy for elements that are missing in a tree
 */
public record CwfSettings(
        FillCharacter byteAlignmentPad,
        BooleanBytes booleans,
        char packedDecimalPositiveCode,
        @Key("policyForMissingElements") MissingElements missing,
        DefaultEncoding encoding,
        DateTimeRules dateTimes) {

    public static final CwfSettings DEFAULTS =
            new CwfSettings(
                    FillCharacter.NUL,
                    BooleanBytes.DEFAULTS,
                    'C',
                    MissingElements.DEFAULT,
                    DefaultEncoding.DEFAULTS,
                    DateTimeRules.DEFAULTS);

    public CwfSettings with(DefaultEncoding other) {
        return new CwfSettings(
                byteAlignmentPad, booleans, packedDecimalPositiveCode, missing, other, dateTimes);
    }

    public CwfSettings with(BooleanBytes other) {
        return new CwfSettings(
                byteAlignmentPad, other, packedDecimalPositiveCode, missing, encoding, dateTimes);
    }
}
