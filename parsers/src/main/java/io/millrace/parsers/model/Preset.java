package io.millrace.parsers.model;

/**
 * The value of a missing element.
 *
 * @param text value in XML Schema's notation for the element's type
 * @param fixed whether it is the only value that the element can have
 */
public record Preset(String text, boolean fixed) {}
