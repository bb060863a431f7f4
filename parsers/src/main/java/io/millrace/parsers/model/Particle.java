package io.millrace.parsers.model;

/** A member of a group. */
public sealed interface Particle
        permits ElementDeclaration, ElementReference, Group, GroupReference {

    /** How often it is there. */
    Occurs occurs();
}
