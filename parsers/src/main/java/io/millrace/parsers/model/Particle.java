package io.millrace.parsers.model;

/** A member of a group. */
public sealed interface Particle
        permits ElementDeclaration, ElementReference, Group, GroupReference {

    /** Returns the number of occurrences. */
    Occurs occurs();
}
