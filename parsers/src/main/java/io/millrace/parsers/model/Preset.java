package io.millrace.parsers.model;

/**
 * Default or fixed value of an element.
 *
 * @param text value in the notation of XML Schema for the element's type
 * @param fixed whether the element can have only this value
 */
public record Preset(String text, boolean fixed) {}
