package io.millrace.parsers.model;

import java.util.Objects;

/**
 * Rule for the length of a value.
 *
 * @param length length in {@code units}; null if it is specified elsewhere or follows from the type
 * @param reference name of an earlier integer that contains the length; null for none; a path with
 *     dots if it is in another folder. It overrides {@code length}
 * @param inclusive whether that number also counts its own bytes
 * @param units unit of the length
 */
public record LengthRule(Integer length, String reference, boolean inclusive, LengthUnits units) {

    public static final LengthRule DEFAULTS = new LengthRule(null, null, false, LengthUnits.BYTES);

    public LengthRule {
        Objects.requireNonNull(units);
    }

    public static LengthRule of(int length) {
        return new LengthRule(length, null, false, LengthUnits.BYTES);
    }

    public static LengthRule of(int length, LengthUnits units) {
        return new LengthRule(length, null, false, units);
    }

    public static LengthRule reference(String name, boolean inclusive) {
        return new LengthRule(null, name, inclusive, LengthUnits.BYTES);
    }
}
