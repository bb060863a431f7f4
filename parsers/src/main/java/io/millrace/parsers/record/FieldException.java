package io.millrace.parsers.record;

/**
 * An exception for bytes that are not a value of the field, or for a value that does not fit the
 * field. The message begins in lower case. It contains what was expected, and what was found unless
 * that is the whole field.
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

    /**
     * Returns the exception for a character that the output's coded character set does not contain.
     */
    static FieldException character(String message) {
        return new FieldException(message, true);
    }

    /** Whether the cause is a character that the coded character set does not contain. */
    public boolean isCharacter() {
        return character;
    }
}
