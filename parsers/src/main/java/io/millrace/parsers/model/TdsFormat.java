package io.millrace.parsers.model;

import java.util.Objects;

/** A Tagged/Delimited String format: strings with markup between them. */
public record TdsFormat(String name, TdsSettings settings) implements PhysicalFormat {

    public TdsFormat {
        Objects.requireNonNull(name);
        Objects.requireNonNull(settings);
    }
}
