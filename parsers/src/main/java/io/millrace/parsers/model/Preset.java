package io.millrace.parsers.model;

import java.util.Objects;

/**
 * The value of an element that is missing.
 *
 * @param text as XML Schema writes values of the element's type
 * @param fixed whether it is the only value that the element can have
 */
public record Preset(String text, boolean fixed) {

    public Preset {
        Objects.requireNonNull(text);
    }
}
