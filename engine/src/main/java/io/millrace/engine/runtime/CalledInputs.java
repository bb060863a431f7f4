package io.millrace.engine.runtime;

import io.millrace.engine.node.CalledFlow;
import io.millrace.engine.node.CalledPlan;
import io.millrace.engine.node.ListeningEntry;
import io.millrace.engine.node.PollingEntry;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The entry points for calls of a deployed flow in an execution group. Belongs to the thread of the
 * deployment, except {@link #status}.
 */
final class CalledInputs {

    private final CompiledFlow flow;
    private final BrokerServices services;
    private final String executionGroup;
    private final List<CompiledNode> inputs;
    private final List<AutoCloseable> open = new ArrayList<>();

    /** Addresses of open entry points by the names of their input nodes. */
    private final Map<String, String> addresses = new ConcurrentHashMap<>();

    /** Open entry points that search for messages, by the names of their input nodes. */
    private final Map<String, PollingEntry> polling = new ConcurrentHashMap<>();

    CalledInputs(CompiledFlow flow, BrokerServices services, String executionGroup) {
        this.flow = flow;
        this.services = services;
        this.executionGroup = executionGroup;
        this.inputs = flow.inputs().stream().filter(i -> i.plan() instanceof CalledPlan).toList();
    }

    /** Opens all entry points, or none if one fails. Does nothing if they are open. */
    void open() {
        if (!open.isEmpty()) {
            return;
        }
        try {
            inputs.forEach(this::open);
        } catch (RuntimeException | Error failure) {
            close();
            throw failure;
        }
    }

    private void open(CompiledNode input) {
        if (input.plan() instanceof CalledPlan plan) {
            CallQueue queue = services.calls().queue(flow, input);
            open.addFirst(queue.open(plan.maxWaiting()));
            String label = input.definition().label();
            AutoCloseable entry =
                    plan.open(
                            new CalledFlow(
                                    flow.application(),
                                    executionGroup,
                                    label,
                                    queue,
                                    services.queues(),
                                    services.calls().endpoints(),
                                    services.resources()));
            open.addFirst(entry);
            if (entry instanceof ListeningEntry listening) {
                addresses.put(input.name(), listening.address());
            }
            if (entry instanceof PollingEntry searching) {
                polling.put(input.name(), searching);
            }
        }
    }

    /** Closes all entry points. Waiting calls are refused if the flow runs in no other group. */
    void close() {
        List<AutoCloseable> closing = List.copyOf(open);
        open.clear();
        addresses.clear();
        polling.clear();
        closing.forEach(QuietClose::close);
    }

    List<CallStatus> status() {
        return inputs.stream()
                .map(
                        i ->
                                services.calls()
                                        .queue(flow, i)
                                        .status(
                                                i.name(),
                                                addresses.getOrDefault(i.name(), ""),
                                                isReady(i.name())))
                .toList();
    }

    private boolean isReady(String input) {
        PollingEntry entry = polling.get(input);
        return entry == null || entry.hasPolled();
    }
}
