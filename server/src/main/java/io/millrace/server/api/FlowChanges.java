package io.millrace.server.api;

import io.millrace.engine.observe.Counters;
import io.millrace.flows.Broker;
import io.millrace.flows.broker.FlowId;
import io.millrace.flows.broker.FlowStatistics;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A source of events for state changes and failures of flows. Readers of events poll the flows, so
 * there is no cost without a reader. Safe for use by several threads.
 */
final class FlowChanges {

    /** Interval between two polls. */
    static final long POLL_MILLIS = 500;

    /** The last reported state of a flow. */
    private record Seen(String state, long errors, long failed) {}

    private final Broker broker;
    private final EventFeed feed;
    private final ReentrantLock lock = new ReentrantLock();
    private Map<FlowId, Seen> known;
    private long polled;

    FlowChanges(Broker broker, EventFeed feed) {
        this.broker = broker;
        this.feed = feed;
    }

    /**
     * Reports the changes since the last poll. Does nothing if the last poll ended less than half
     * of the interval ago.
     */
    void poll() {
        if (!lock.tryLock()) {
            return;
        }
        try {
            long now = System.nanoTime();
            if (known != null && now - polled < TimeUnit.MILLISECONDS.toNanos(POLL_MILLIS) / 2) {
                return;
            }
            boolean isFirst = known == null;
            Map<FlowId, Seen> next = new HashMap<>();
            for (FlowStatistics flow : broker.statistics()) {
                FlowId id = new FlowId(flow.executionGroup(), flow.application(), flow.flow());
                Seen seen = seen(flow);
                next.put(id, seen);
                if (!isFirst) {
                    report(id, known.get(id), seen, flow);
                }
            }
            if (!isFirst) {
                known.keySet().stream()
                        .filter(id -> !next.containsKey(id))
                        .forEach(id -> reportState(id, known.get(id).state(), "removed", ""));
            }
            known = next;
            polled = now;
        } finally {
            lock.unlock();
        }
    }

    private static Seen seen(FlowStatistics flow) {
        Counters.Flow figures = flow.figures();
        return new Seen(
                States.state(flow),
                figures == null ? 0 : figures.errors(),
                figures == null ? 0 : figures.failed());
    }

    private void report(FlowId id, Seen before, Seen now, FlowStatistics flow) {
        String error =
                flow.instances().stream()
                        .map(i -> i.lastError())
                        .filter(e -> !e.isEmpty())
                        .findFirst()
                        .orElse("");
        String state = before == null ? "" : before.state();
        if (!state.equals(now.state())) {
            reportState(id, state, now.state(), error);
        }
        long errors = now.errors() - (before == null ? 0 : before.errors());
        long failed = now.failed() - (before == null ? 0 : before.failed());
        if (errors > 0 || failed > 0) {
            Map<String, Object> values = flow(id);
            values.put("errors", errors);
            values.put("failedMessages", failed);
            values.put("error", error);
            feed.add("failure", values);
        }
    }

    private void reportState(FlowId id, String before, String now, String error) {
        Map<String, Object> values = flow(id);
        values.put("state", now);
        values.put("before", before);
        values.put("error", error);
        feed.add("flow", values);
    }

    private static Map<String, Object> flow(FlowId id) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("application", id.application());
        values.put("flow", id.flow());
        values.put("group", id.group());
        return values;
    }
}
