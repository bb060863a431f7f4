package io.millrace.parsers.model;

import static java.util.Objects.requireNonNull;

/**
 * The value of an element that is missing.
 *
 * @param text as XML Schema writes values of the element's type
 * @param fixed whether it is the only value that the element may have
 */
public record Preset(String text, boolean fixed) {

    public Preset {
        requireNonNull(text);
    }
}
