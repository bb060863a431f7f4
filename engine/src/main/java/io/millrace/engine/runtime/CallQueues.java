package io.millrace.engine.runtime;

import io.millrace.engine.node.CallableEndpoints;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/**
 * The calls that wait for flows of a broker, and its callable endpoints. Queues are kept after
 * their flows have ended, so that a later version continues with them. Safe for use by several
 * threads.
 */
public final class CallQueues {

    private record Key(String application, String flow, String input) {}

    private final Map<Key, CallQueue> queues = new ConcurrentHashMap<>();
    private final CallableEndpoints endpoints;

    /** Creates queues whose asynchronous calls are run by the calling thread. */
    public CallQueues() {
        this(Runnable::run);
    }

    /**
     * Creates queues.
     *
     * @param executor executor of asynchronous calls
     */
    public CallQueues(Executor executor) {
        endpoints = new CallableEndpoints(executor);
    }

    public CallableEndpoints endpoints() {
        return endpoints;
    }

    /** Whether a call waits for an instance, or an asynchronous call has not ended. */
    public boolean hasWaiting() {
        return endpoints.isCalling() || queues.values().stream().anyMatch(CallQueue::hasWaiting);
    }

    CallQueue queue(CompiledFlow flow, CompiledNode input) {
        return queues.computeIfAbsent(
                new Key(flow.application(), flow.name(), input.name()),
                key -> new CallQueue(key.application + "/" + key.flow + "." + key.input));
    }
}
