package io.millrace.engine.node;

import io.millrace.engine.message.MessageAssembly;

/**
 * An output terminal of a node, connected at deployment. Only the thread of its instance uses it.
 */
public abstract class Terminal {

    /**
     * Propagates a message to every connected node in order, each with the complete path after it.
     * Does nothing if no node is connected.
     *
     * @throws io.millrace.engine.error.DownstreamException for an error that no node after this
     *     terminal has caught
     */
    public abstract void propagate(MessageAssembly message);

    public abstract boolean isWired();
}
