package io.millrace.parsers.record;

/**
 * Bytes that are not a value of their field, or a value that does not fit its field. The message
 * contains what was expected (and, if it is not the whole field, what was found); it begins in
 * lower case.
 */
public final class FieldException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final boolean character;

    public FieldException(String message) {
        this(message, false);
    }

    private FieldException(String message, boolean character) {
        super(message, null, false, false);
        this.character = character;
    }

    /** Returns the error of a character that the output's coded character set does not have. */
    static FieldException character(String message) {
        return new FieldException(message, true);
    }

    /** Whether the error is a character that another coded character set would have. */
    public boolean isCharacter() {
        return character;
    }
}
