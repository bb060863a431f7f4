package io.millrace.parsers.model;

/** A reference to a named group. The members of the group replace the reference. */
public record GroupReference(String name, Occurs occurs) implements Particle {}
