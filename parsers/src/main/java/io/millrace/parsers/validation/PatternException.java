package io.millrace.parsers.validation;

/**
 * An invalid regular expression, or a string that is too expensive to match. The message contains
 * the reason.
 */
final class PatternException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    PatternException(String message) {
        super(message, null, false, false);
    }
}
