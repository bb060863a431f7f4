package io.millrace.engine.message.format;

import java.util.Objects;

/**
 * An error for an invalid pattern, or for a string that does not match its pattern. The message
 * begins in lower case.
 */
public final class PatternException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public PatternException(String message) {
        super(message, null, false, false);
    }

    @Override
    public String getMessage() {
        return Objects.requireNonNull(super.getMessage());
    }
}
