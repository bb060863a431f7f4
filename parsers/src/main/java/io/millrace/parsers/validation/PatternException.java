package io.millrace.parsers.validation;

/** A regular expression that is none, or a text that costs too much. The message specifies why. */
final class PatternException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    PatternException(String message) {
        super(message, null, false, false);
    }
}
