package io.millrace.engine.error;

/**
 * Carries an exception from the node that raised it to the catcher upstream.
 *
 * <p>A node's failure terminal is for errors of the node itself; what comes back through one of its
 * output terminals passes it by. Nodes and ESQL programs let this exception through as it is.
 */
public final class DownstreamException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final MillraceException exception;

    public DownstreamException(MillraceException exception) {
        super(exception.getMessage(), exception, false, false);
        this.exception = exception;
    }

    /** What was raised, with the node that raised it as outermost exception. */
    public MillraceException exception() {
        return exception;
    }
}
