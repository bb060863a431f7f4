package io.millrace.parsers.model;

import java.util.Objects;

/** A Tagged/Delimited String format: strings that markup between them specifies apart. */
public record TdsFormat(String name, TdsSettings settings) implements PhysicalFormat {

    public TdsFormat {
        Objects.requireNonNull(name);
        Objects.requireNonNull(settings);
    }
}
