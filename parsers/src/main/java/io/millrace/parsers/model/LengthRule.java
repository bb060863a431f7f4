package io.millrace.parsers.model;

import static io.millrace.parsers.model.LengthUnits.BYTES;

/**
 * Rule for the length of a value.
 *
 * @param length length in {@code units}; null if it is specified elsewhere or follows from the type
 * @param reference name of an earlier integer that contains the length; null for none; a path with
 *     dots if it is in another folder. It overrides {@code length}
 * @param inclusive whether that number also counts its own bytes
 * @param units unit of the length
 */
public record LengthRule(
        Integer length,
        @Key("lengthReference") String reference,
        @Key("inclusiveLengthReference") boolean inclusive,
        @Key("lengthUnits") LengthUnits units) {

    public static final LengthRule DEFAULTS = new LengthRule(null, null, false, BYTES);

    public static LengthRule of(int length) {
        return new LengthRule(length, null, false, BYTES);
    }

    public static LengthRule of(int length, LengthUnits units) {
        return new LengthRule(length, null, false, units);
    }
}
