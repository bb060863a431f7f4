package io.millrace.parsers.model;

import static java.util.Objects.requireNonNull;

/** A reference to a named group, whose members replace the reference. */
public record GroupReference(String name, Occurs occurs) implements Particle {

    public GroupReference {
        requireNonNull(name);
        requireNonNull(occurs);
    }
}
