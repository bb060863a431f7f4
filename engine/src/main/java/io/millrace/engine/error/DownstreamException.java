package io.millrace.engine.error;

/**
 * Carries an exception from the node that raised it to the catcher upstream.
 *
 * <p>The failure terminal of a node is for errors of the node itself. Exceptions from its output
 * terminals pass it by. Nodes and ESQL programs must pass this exception on unchanged.
 */
public final class DownstreamException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final MillraceException exception;

    public DownstreamException(MillraceException exception) {
        super(exception.getMessage(), exception, false, false);
        this.exception = exception;
    }

    /** Returns the exception, with the node that raised it as the outermost exception. */
    public MillraceException exception() {
        return exception;
    }
}
