package io.millrace.engine.runtime;

/**
 * A thread of a flow.
 *
 * @param name {@code group/flow/input/number}, which is also the thread's name
 * @param input the input node's name
 * @param messages messages that it ended, in whatever way, since it was started
 * @param heldBytes memory that its message took when it was last measured
 * @param allocatedBytes memory that its message has allocated, garbage included
 * @param lastError the last thing that went wrong, in one line; empty for nothing
 */
public record InstanceStatus(
        String name,
        String input,
        State state,
        long messages,
        long heldBytes,
        long allocatedBytes,
        String lastError) {

    /** What a thread of a flow does. */
    public enum State {
        STARTING,
        /** It waits for a message; no unit of work is open. */
        WAITING,
        /** It is with a message, or has a unit of work open. */
        WORKING,
        /** It waits before it tries again what failed. */
        RETRYING,
        /** A queue store or database cannot be reached; it tries to connect again. */
        RECONNECTING,
        /** It is between two messages while flows are deployed. */
        PAUSED,
        STOPPED
    }
}
