package io.millrace.engine.esql.codegen;

import io.millrace.engine.error.Place;

import java.util.Objects;

/**
 * A correct construct that cannot be compiled, for example a function in an UPDATE that databases
 * do not have.
 */
final class UnsupportedConstruct extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Place place;

    /**
     * @param place position of the statement
     * @param text description of what was found and what is possible, in the style of problem
     *     messages
     */
    UnsupportedConstruct(Place place, String text) {
        super(text, null, false, false);
        this.place = place;
    }

    @Override
    public String getMessage() {
        return Objects.requireNonNull(super.getMessage());
    }

    Place place() {
        return place;
    }
}
