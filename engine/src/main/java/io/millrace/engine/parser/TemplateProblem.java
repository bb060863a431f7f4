package io.millrace.engine.parser;

import java.util.Objects;

/**
 * A name in a {@link MessageTemplate} that cannot be used with its domain.
 *
 * @param property property of nodes with the name: messageSet, messageType or messageFormat
 * @param text sentence that describes the problem
 */
public record TemplateProblem(String property, String text) {

    public TemplateProblem {
        Objects.requireNonNull(property);
        Objects.requireNonNull(text);
    }
}
