package io.millrace.engine.runtime;

/**
 * Status of a thread of a flow.
 *
 * @param name {@code group/flow/input/number}, the name of the thread
 * @param input name of the input node
 * @param messages messages that have ended with any outcome since the start
 * @param lastError last error, in one line; empty for none
 */
public record InstanceStatus(
        String name, String input, State state, long messages, String lastError) {

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
