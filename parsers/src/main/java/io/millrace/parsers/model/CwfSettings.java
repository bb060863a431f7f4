package io.millrace.parsers.model;

import java.util.Objects;

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
        char packedDecimalPositiveCode,
        MissingElements missing,
        BooleanBytes booleans,
        DefaultEncoding encoding,
        DateTimeRules dateTimes) {

    public static final CwfSettings DEFAULTS =
            new CwfSettings(
                    FillCharacter.NUL,
                    'C',
                    MissingElements.DEFAULT,
                    BooleanBytes.DEFAULTS,
                    DefaultEncoding.DEFAULTS,
                    DateTimeRules.DEFAULTS);

    public CwfSettings {
        Objects.requireNonNull(byteAlignmentPad);
        if (packedDecimalPositiveCode != 'C' && packedDecimalPositiveCode != 'F') {
            throw new IllegalArgumentException("positive code " + packedDecimalPositiveCode);
        }
        Objects.requireNonNull(missing);
        Objects.requireNonNull(booleans);
        Objects.requireNonNull(encoding);
        Objects.requireNonNull(dateTimes);
    }

    public CwfSettings with(DefaultEncoding other) {
        return new CwfSettings(
                byteAlignmentPad, packedDecimalPositiveCode, missing, booleans, other, dateTimes);
    }

    public CwfSettings with(BooleanBytes other) {
        return new CwfSettings(
                byteAlignmentPad, packedDecimalPositiveCode, missing, other, encoding, dateTimes);
    }
}
