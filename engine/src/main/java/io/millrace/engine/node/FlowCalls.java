package io.millrace.engine.node;

/**
 * The interface of callers to the instances of a flow that process the calls of one of its input
 * nodes. Safe for use by several threads, including virtual threads.
 *
 * <p>A call waits for a free instance, in the order of the calls. The instance processes the
 * message on its own thread while the caller waits. An interrupt or a timeout of the caller
 * therefore never disturbs the unit of work of the message. A virtual thread that waits does not
 * occupy its carrier.
 */
public interface FlowCalls {

    /** Timeout of a caller that waits without a limit. */
    long NO_TIMEOUT = Long.MAX_VALUE;

    /**
     * Passes a message to a free instance and returns when the unit of work of the message has been
     * committed.
     *
     * <p>If the calling thread is interrupted, the call ends with an exception, and the thread
     * stays interrupted.
     *
     * @param timeoutMillis maximum time to wait for the end of the message, in milliseconds
     * @throws io.millrace.engine.error.MillraceException whose own code is one of these: FLOW_BUSY
     *     or FLOW_STOPPED if no instance processed the message; CALL_FAILED if the unit of the
     *     message was rolled back, with the failure as the cause; CALL_UNFINISHED if the timeout
     *     passed or the caller was interrupted while an instance processed the message, which then
     *     continues
     */
    void call(CalledMessage message, long timeoutMillis);
}
