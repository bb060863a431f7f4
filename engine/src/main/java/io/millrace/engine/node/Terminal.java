package io.millrace.engine.node;

import io.millrace.engine.message.MessageAssembly;

/**
 * An output terminal of a node, connected at deployment. Only the thread of the flow instance uses
 * the terminal.
 */
public abstract class Terminal {

    /**
     * Propagates a message to each connected node in order. The complete path after a node is
     * processed before the next node. Does nothing if no node is connected.
     *
     * @throws io.millrace.engine.error.DownstreamException if no node after this terminal catches
     *     an error
     */
    public abstract void propagate(MessageAssembly message);

    public abstract boolean isWired();
}
