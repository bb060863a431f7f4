package io.millrace.parsers.model;

import java.util.Objects;

/** A Custom Wire Format: fields without delimiters, whose lengths the model specifies. */
public record CwfFormat(String name, CwfSettings settings) implements PhysicalFormat {

    public CwfFormat {
        Objects.requireNonNull(name);
        Objects.requireNonNull(settings);
    }
}
