package io.millrace.parsers.model;

import static java.util.Objects.requireNonNull;

/** A Tagged/Delimited String format: strings with markup between them. */
public record TdsFormat(String name, TdsSettings settings) implements PhysicalFormat {

    public TdsFormat {
        requireNonNull(name);
        requireNonNull(settings);
    }
}
