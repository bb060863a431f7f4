package io.millrace.engine.runtime;

import io.millrace.engine.esql.LongExecution;

import org.jspecify.annotations.Nullable;

/**
 * A thread of a flow.
 *
 * @param name {@code group/flow/input/number}, which is also the thread's name
 * @param input name of the input node
 * @param messages number of messages that have ended since the start of the instance, with any
 *     outcome
 * @param heldBytes memory of the current message in bytes at the last measurement
 * @param allocatedBytes number of bytes that the current message has allocated, including garbage
 * @param lastError description in one line of the error of the last message or connection; empty if
 *     it succeeded
 * @param program ESQL program that has run for a long time; null if there is none
 */
public record InstanceStatus(
        String name,
        String input,
        State state,
        long messages,
        long heldBytes,
        long allocatedBytes,
        String lastError,
        @Nullable Program program) {

    /**
     * An ESQL program that has run for a long time.
     *
     * @param node name of the node in the form {@code flow.node}
     */
    public record Program(String node, LongExecution execution) {}

    /** Activity of a thread of a flow. */
    public enum State {
        STARTING,
        /** Waiting for a message; no unit of work is open. */
        WAITING,
        /** Processing a message, or waiting with an open unit of work. */
        WORKING,
        /** Waiting before a retry. */
        RETRYING,
        /** Reconnecting to a queue store or database. */
        RECONNECTING,
        /** Paused between two messages during a deployment. */
        PAUSED,
        STOPPED
    }
}
