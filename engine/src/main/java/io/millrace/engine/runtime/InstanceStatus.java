package io.millrace.engine.runtime;

/**
 * A thread of a flow.
 *
 * @param name {@code group/flow/input/number}, which is also the thread's name
 * @param input the input node's name
 * @param messages number of messages that have ended since it was started, with any outcome
 * @param heldBytes memory that its message took when it was last measured
 * @param allocatedBytes memory that its message has allocated, garbage included
 * @param lastError description of the last error, in one line; empty for none
 */
public record InstanceStatus(
        String name,
        String input,
        State state,
        long messages,
        long heldBytes,
        long allocatedBytes,
        String lastError) {

    /** Activity of a thread of a flow. */
    public enum State {
        STARTING,
        /** Waits for a message; no unit of work is open. */
        WAITING,
        /** Processes a message or has an open unit of work. */
        WORKING,
        /** Waits before a retry. */
        RETRYING,
        /** Tries to reconnect to a queue store or database. */
        RECONNECTING,
        /** Pauses between two messages during a deployment. */
        PAUSED,
        STOPPED
    }
}
