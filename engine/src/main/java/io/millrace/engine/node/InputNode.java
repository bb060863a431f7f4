package io.millrace.engine.node;

import io.millrace.engine.message.MessageAssembly;

import org.jspecify.annotations.Nullable;

/**
 * A node at the start of a flow. The thread of its instance requests messages from it and applies
 * the error rules to each message (WMQI: "Handling errors in the MQInput node"). The runtime
 * propagates messages to the terminals out, failure and catch of the node.
 */
public interface InputNode extends Node {

    /**
     * Waits for the next message.
     *
     * @param timeoutMillis maximum time to wait, in milliseconds
     * @return null if no message arrived, or if {@link #wake} ended the wait
     */
    @Nullable Delivery receive(long timeoutMillis);

    /**
     * Whether messages from another source than a queue are or may be available. Safe for use by
     * several threads.
     */
    default boolean hasWaiting() {
        return false;
    }

    /** Ends the current or the next wait. Safe for use by several threads. */
    void wake();

    /** Not called, because an input node has no input terminal. */
    @Override
    default void evaluate(int terminal, MessageAssembly message) {
        throw new IllegalStateException("an input node has no input terminal");
    }
}
