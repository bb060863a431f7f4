package io.millrace.parsers.model;

/** A Custom Wire Format: fields without delimiters, with lengths that the model specifies. */
public record CwfFormat(String name, CwfSettings settings) implements PhysicalFormat {}
