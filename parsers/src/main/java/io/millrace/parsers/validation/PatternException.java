package io.millrace.parsers.validation;

/**
 * Thrown if a regular expression is invalid or too expensive for a string. The message contains the
 * reason.
 */
final class PatternException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    PatternException(String message) {
        super(message, null, false, false);
    }
}
