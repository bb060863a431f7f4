package io.millrace.parsers.model;

/** An XML format: a document with the tags and attributes of the model. */
public record XmlFormat(String name, XmlSettings settings) implements PhysicalFormat {}
