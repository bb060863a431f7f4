package io.millrace.parsers.model;

import java.util.Objects;

/**
 * Strings for TRUE and FALSE.
 *
 * @param nullValue null if there is none
 */
public record BooleanStrings(String trueValue, String falseValue, String nullValue) {

    public static final BooleanStrings DEFAULTS = new BooleanStrings("1", "0", null);

    public BooleanStrings {
        Objects.requireNonNull(trueValue);
        Objects.requireNonNull(falseValue);
    }
}
