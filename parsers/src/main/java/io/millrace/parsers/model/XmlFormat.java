package io.millrace.parsers.model;

/** An XML format: a document whose tags and attributes are those of the model. */
public record XmlFormat(String name, XmlSettings settings) implements PhysicalFormat {}
