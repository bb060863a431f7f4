package io.millrace.engine.node;

import io.millrace.engine.message.MessageAssembly;

/** A node of a flow instance. Used by the thread of its instance only. */
public interface Node extends AutoCloseable {

    /**
     * Takes a message that came in at a terminal, and propagates what comes of it before it
     * returns.
     *
     * <p>What the node itself throws goes to its failure terminal, if that is wired, else to the
     * nearest catcher upstream. {@link io.millrace.engine.error.DownstreamException}s that come out
     * of {@link Terminal#propagate} must be let through as they are, unless the node is a catcher.
     *
     * @param terminal the index of the input terminal in the type's description
     * @param message the assembly; its trees are not to be changed, but for the environment
     */
    void evaluate(int terminal, MessageAssembly message);

    /** Gives back what the node holds; the instance is ending. */
    @Override
    default void close() {}
}
