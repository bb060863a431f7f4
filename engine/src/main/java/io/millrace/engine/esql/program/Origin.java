package io.millrace.engine.esql.program;

import io.millrace.engine.error.Place;

import java.util.Objects;

/**
 * Source location of a statement, for messages at run time.
 *
 * @param place start of the statement
 * @param text source of the statement on one line with white space collapsed, truncated to about
 *     120 characters; for a compound statement, only the head, for example {@code WHILE I <= 10 DO}
 */
public record Origin(Place place, String text) {

    public Origin {
        Objects.requireNonNull(place);
        Objects.requireNonNull(text);
    }
}
