package io.millrace.engine.node;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Problems;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/** The callable flows of a broker, by application and endpoint. Safe for use by several threads. */
public final class CallableEndpoints {

    private record Name(String application, String endpoint) {}

    private final Executor executor;
    private final AtomicInteger running = new AtomicInteger();

    /**
     * Creates endpoints.
     *
     * @param executor executor of asynchronous calls, each of which can wait for long
     */
    public CallableEndpoints(Executor executor) {
        this.executor = executor;
    }

    /** Registrations by name; calls go to the last one. */
    private final Map<Name, List<FlowCalls>> entries = new LinkedHashMap<>();

    /**
     * Registers a callable flow. Until it is closed, it replaces earlier registrations of the
     * endpoint, by the previous version or by other execution groups.
     *
     * @return registration, which must be closed
     */
    public synchronized AutoCloseable add(String application, String endpoint, FlowCalls calls) {
        Name name = new Name(application, endpoint);
        entries.computeIfAbsent(name, n -> new ArrayList<>()).add(calls);
        return () -> remove(name, calls);
    }

    private synchronized void remove(Name name, FlowCalls calls) {
        List<FlowCalls> known = entries.get(name);
        if (known != null && known.remove(calls) && known.isEmpty()) {
            entries.remove(name);
        }
    }

    /** Runs a task that calls flows, on a separate thread. The method must not throw exceptions. */
    public void callLater(Runnable task) {
        running.incrementAndGet();
        executor.execute(
                () -> {
                    try {
                        task.run();
                    } finally {
                        running.decrementAndGet();
                    }
                });
    }

    /** Whether a task of {@link #callLater} has not ended. */
    public boolean isCalling() {
        return running.get() > 0;
    }

    /**
     * Returns a callable flow.
     *
     * @throws MillraceException with UNKNOWN_ENDPOINT if no running flow has this endpoint
     */
    public synchronized FlowCalls find(String application, String endpoint) {
        List<FlowCalls> known = entries.get(new Name(application, endpoint));
        if (known != null) {
            return known.getLast();
        }
        List<String> all =
                entries.keySet().stream().map(n -> n.application + "/" + n.endpoint).toList();
        String advice =
                Problems.didYouMean(
                        application + "/" + endpoint,
                        all,
                        "deploy or start the flow with this CallableFlowInput node");
        throw new MillraceException(
                ErrorCode.UNKNOWN_ENDPOINT,
                "no running flow of the application "
                        + application
                        + " has the endpoint "
                        + endpoint
                        + "; "
                        + advice);
    }
}
