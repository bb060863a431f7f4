package io.millrace.engine.node;

/**
 * A node that begins a flow. Its instance's thread asks it for messages and does for each what the
 * error rules demand (WMQI: "Handling errors in the MQInput node"); its terminals out, failure and
 * catch are the runtime's to propagate to.
 */
public interface InputNode extends Node {

    /**
     * Waits for the next message.
     *
     * @param timeoutMillis how long to wait
     * @return null when none came, or when {@link #wake} ended the wait
     */
    Delivery receive(long timeoutMillis);

    /** Ends a wait, now or the next one; may be called from other threads. */
    void wake();
}
