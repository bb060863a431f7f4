package io.millrace.projects.flow;

import io.millrace.engine.error.Place;

/**
 * An attribute in a file, with the positions of its name and its value.
 *
 * @param name name of the property
 * @param value value as in the file, without escapes
 */
public record Attribute(String name, String value, Place keyPlace, Place place) {}
