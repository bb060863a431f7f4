package io.millrace.parsers.record;

/**
 * Bytes that are no value of their field, or a value that does not fit its field. The message says
 * what was expected (and, where it is not the whole field, what was found); it begins in lower
 * case.
 */
public final class FieldException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public FieldException(String message) {
        super(message, null, false, false);
    }
}
