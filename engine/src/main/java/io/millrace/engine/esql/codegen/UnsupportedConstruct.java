package io.millrace.engine.esql.codegen;

import io.millrace.engine.error.Place;

/**
 * Something that cannot be compiled though it is correct, for example a function in an UPDATE that
 * databases lack.
 */
final class UnsupportedConstruct extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Place place;

    /**
     * @param place the statement
     * @param text what was found and what is possible, as problems say it
     */
    UnsupportedConstruct(Place place, String text) {
        super(text, null, false, false);
        this.place = place;
    }

    Place place() {
        return place;
    }
}
