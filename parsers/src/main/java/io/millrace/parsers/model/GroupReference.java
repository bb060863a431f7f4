package io.millrace.parsers.model;

import java.util.Objects;

/** A group with a name; its members replace the reference. */
public record GroupReference(String name, Occurs occurs) implements Particle {

    public GroupReference {
        Objects.requireNonNull(name);
        Objects.requireNonNull(occurs);
    }
}
