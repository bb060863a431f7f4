package io.millrace.parsers.validation;

/** A regular expression that is none, or a text that costs too much. The message says why. */
public final class PatternFault extends RuntimeException {

    private static final long serialVersionUID = 1L;

    PatternFault(String message) {
        super(message, null, false, false);
    }
}
