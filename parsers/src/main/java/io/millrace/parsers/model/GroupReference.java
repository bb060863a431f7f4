package io.millrace.parsers.model;

/** A reference to a named group, whose members replace the reference. */
public record GroupReference(String name, Occurs occurs) implements Particle {}
