package io.millrace.engine.message.format;

/**
 * A pattern that is not one, or a text that does not follow its pattern. The message begins in
 * lower case.
 */
public final class PatternException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public PatternException(String message) {
        super(message, null, false, false);
    }
}
