package io.millrace.parsers.model;

/** A Tagged/Delimited String format: strings with markup between them. */
public record TdsFormat(String name, TdsSettings settings) implements PhysicalFormat {}
