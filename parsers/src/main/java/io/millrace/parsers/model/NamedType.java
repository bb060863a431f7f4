package io.millrace.parsers.model;

/** A type of the message set, by its name. {@link MessageSet#resolve} returns the type itself. */
public record NamedType(String name) implements Type {}
