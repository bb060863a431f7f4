package io.millrace.parsers.model;

/** A reference to a named type of the message set. {@link MessageSet#resolve} returns the type. */
public record NamedType(String name) implements Type {}
