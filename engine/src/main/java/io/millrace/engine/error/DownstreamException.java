package io.millrace.engine.error;

/**
 * A wrapper of an exception on its way from the node that raised it to the catcher upstream.
 *
 * <p>The failure terminal of a node is for errors of the node itself. Exceptions from nodes after
 * its output terminals are passed upstream. Nodes and ESQL programs must pass this exception on
 * unchanged.
 */
public final class DownstreamException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final MillraceException exception;

    public DownstreamException(MillraceException exception) {
        super(exception.getMessage(), exception, false, false);
        this.exception = exception;
    }

    /** Returns the exception. The outermost exception contains the node that raised the error. */
    public MillraceException exception() {
        return exception;
    }
}
