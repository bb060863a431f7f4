package io.millrace.parsers.model;

import java.util.Objects;

/**
 * How truth values are written as texts.
 *
 * @param nullValue null where there is none
 */
public record TruthTexts(String trueValue, String falseValue, String nullValue) {

    public static final TruthTexts DEFAULTS = new TruthTexts("1", "0", null);

    public TruthTexts {
        Objects.requireNonNull(trueValue);
        Objects.requireNonNull(falseValue);
    }
}
