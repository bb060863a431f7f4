package io.millrace.parsers.model;

import static io.millrace.parsers.model.LengthUnits.BYTES;

/**
 * Rule for the length of a value.
 *
 * @param length length in {@code units}; null if another field or the type determines the length
 * @param reference name of an earlier integer that contains the length, or its path with dots if it
 *     is in another folder; null if there is none. The field overrides {@code length}
 * @param inclusive whether the length includes the bytes of that integer
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
