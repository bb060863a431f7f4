package io.millrace.engine.node;

import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.work.OutsideUnit;

/**
 * A compiled input node that receives messages by calls: from a server, a timer, a library or
 * another flow. The runtime creates the input node of each instance; the plan opens the entry point
 * for calls.
 */
public interface CalledPlan extends NodePlan {

    /**
     * Returns the maximum number of calls that wait for a free instance. Further calls are refused
     * with FLOW_BUSY.
     */
    int maxWaiting();

    /**
     * Opens the entry point for calls of the flow: registers an endpoint, starts a listener or a
     * timer. Called once for each execution group in which the flow runs, on the thread of the
     * deployment, before its instances run. A new version of a flow is opened before the old one is
     * closed, so an endpoint that does not change must be registered in both at the same time. If
     * this method throws an exception, the deployment fails and the old version continues.
     *
     * <p>The result is closed before the instances of a stopped flow end, so that no further calls
     * arrive. Closing must not wait for calls in progress.
     */
    AutoCloseable open(CalledFlow flow);

    /**
     * Whether calls come only from flows of the same broker. {@link #open} is then also called for
     * flows that run without a broker, in tests and embedding programs.
     */
    default boolean isInternal() {
        return false;
    }

    /**
     * Creates the message of a call from bytes, for tests and embedding programs that run the flow
     * without callers.
     */
    CalledMessage accept(QueueMessage message);

    @Override
    default Node instantiate(NodeContext context) {
        return context.calledInput();
    }

    @Override
    default OutsideUnit outsideUnit() {
        return new OutsideUnit("receives calls, each of which waits for its own unit", null);
    }
}
