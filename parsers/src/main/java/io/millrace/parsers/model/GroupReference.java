package io.millrace.parsers.model;

/** A group with a name; its members replace the reference. */
public record GroupReference(String name, Occurs occurs) implements Particle {}
