package io.millrace.parsers.model;

import static java.util.Objects.requireNonNull;

/** A Custom Wire Format: fields without delimiters, whose lengths the model specifies. */
public record CwfFormat(String name, CwfSettings settings) implements PhysicalFormat {

    public CwfFormat {
        requireNonNull(name);
        requireNonNull(settings);
    }
}
