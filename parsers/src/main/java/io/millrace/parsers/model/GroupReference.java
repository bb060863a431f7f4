package io.millrace.parsers.model;

import static java.util.Objects.requireNonNull;

/** A group that has a name of its own; its members stand where the reference stands. */
public record GroupReference(String name, Occurs occurs) implements Particle {

    public GroupReference {
        requireNonNull(name);
        requireNonNull(occurs);
    }
}
