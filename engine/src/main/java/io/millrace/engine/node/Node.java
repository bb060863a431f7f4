package io.millrace.engine.node;

import io.millrace.engine.message.MessageAssembly;

/** A node of a flow instance. Only the thread of the flow instance uses the node. */
public interface Node extends AutoCloseable {

    /**
     * Processes a message that arrived at a terminal, and propagates the results before it returns.
     *
     * <p>An exception of the node itself is passed to its failure terminal if that terminal is
     * connected, otherwise to the nearest catcher upstream (a TryCatch or input node). A {@link
     * io.millrace.engine.error.DownstreamException} from {@link Terminal#propagate} must be passed
     * on unchanged, unless the node is a catcher.
     *
     * @param terminal index of the input terminal in the description of the type
     * @param message message assembly; its trees must not be changed, except the environment
     */
    void evaluate(int terminal, MessageAssembly message);

    /** Releases the resources of the node when the instance ends. */
    @Override
    default void close() {}
}
