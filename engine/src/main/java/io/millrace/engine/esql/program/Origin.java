package io.millrace.engine.esql.program;

import io.millrace.engine.error.Place;

import java.util.Objects;

/**
 * Where a statement is written, for messages at run time.
 *
 * @param place where it begins
 * @param text its text on one line, white space squeezed; of a compound statement the head only,
 *     for example {@code WHILE I <= 10 DO}; cut off at about 120 characters
 */
public record Origin(Place place, String text) {

    public Origin {
        Objects.requireNonNull(place);
        Objects.requireNonNull(text);
    }
}
