package io.millrace.engine.esql;

import io.millrace.engine.error.Place;

/**
 * A declaration of an EXTERNAL variable.
 *
 * @param type type as written, for example {@code DECIMAL}
 * @param value initial value as a string; the expression if it is not a literal; empty if there is
 *     none
 * @param place position of the name
 */
public record ExternalVariable(String name, String type, String value, Place place) {}
