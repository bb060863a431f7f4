package io.millrace.parsers.model;

import static java.util.Objects.requireNonNull;

/** A group with a name; its members replace the reference. */
public record GroupReference(String name, Occurs occurs) implements Particle {

    public GroupReference {
        requireNonNull(name);
        requireNonNull(occurs);
    }
}
