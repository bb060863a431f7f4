package io.millrace.parsers.model;

import java.util.Objects;

/** A type of the message set, by its name. {@link MessageSet#resolve} returns the type itself. */
public record NamedType(String name) implements Type {

    public NamedType {
        Objects.requireNonNull(name);
    }
}
