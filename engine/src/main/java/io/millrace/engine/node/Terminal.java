package io.millrace.engine.node;

import io.millrace.engine.message.MessageAssembly;

/** An output terminal of a node, wired at deploy time. Used by the thread of its instance only. */
public abstract class Terminal {

    /**
     * Gives a message to every node that is wired to this terminal, one after the other, each with
     * all that comes behind it. Does nothing where nobody is wired.
     *
     * @throws io.millrace.engine.error.DownstreamException for an error that nobody behind this
     *     terminal has caught
     */
    public abstract void propagate(MessageAssembly message);

    public abstract boolean isWired();
}
