package io.millrace.parsers.model;

import java.util.Objects;

/** A group that has a name of its own; its members stand where the reference stands. */
public record GroupReference(String name, Occurs occurs) implements Particle {

    public GroupReference {
        Objects.requireNonNull(name);
        Objects.requireNonNull(occurs);
    }
}
