package io.millrace.engine.error;

import java.util.ArrayList;
import java.util.List;

/**
 * A wrapper of an exception on the way from the node that raised it to the upstream node that
 * catches it.
 *
 * <p>The failure terminal of a node is for errors of the node itself. Exceptions from downstream
 * nodes are passed upstream. Nodes and ESQL programs must pass this exception on unchanged.
 */
public final class DownstreamException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Maximum number of recorded nodes. Limits the memory that a message in an endless loop can
     * use.
     */
    private static final int MAX_NODES = 200;

    private final MillraceException exception;
    private final transient List<String> nodes = new ArrayList<>();

    public DownstreamException(MillraceException exception) {
        super(exception.getMessage(), exception, false, false);
        this.exception = exception;
        if (exception.node() != null) {
            nodes.add(exception.node());
        }
    }

    /** Records a node through which the exception was passed upstream. */
    public DownstreamException through(String node) {
        if (nodes.size() < MAX_NODES) {
            nodes.add(node);
        }
        return this;
    }

    /**
     * Returns the nodes that contained the message, the outermost first. The last node raised the
     * error. The list contains at most the innermost 200 nodes.
     */
    public List<String> nodes() {
        return nodes.reversed();
    }

    /**
     * Returns the wrapped exception. The outermost exception names the node that raised the error.
     */
    public MillraceException exception() {
        return exception;
    }
}
