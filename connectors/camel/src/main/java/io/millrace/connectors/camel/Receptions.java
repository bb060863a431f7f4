package io.millrace.connectors.camel;

import io.millrace.engine.node.FlowCalls;
import io.millrace.engine.node.PollingEntry;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The receptions of all input nodes of the process. A node can have receptions in several versions
 * and execution groups. Only one of them is active, because two receptions would receive the same
 * file. The next one begins when the messages of the one before have ended.
 */
final class Receptions {

    /** Receptions by the calls of their nodes; the first one receives. */
    private static final Map<FlowCalls, List<Reception>> OPEN = new HashMap<>();

    private Receptions() {}

    /** Opens a reception, which must be closed. */
    static PollingEntry open(FlowCalls calls, Supplier<Reception> source) {
        Reception reception = source.get();
        synchronized (OPEN) {
            List<Reception> all = OPEN.computeIfAbsent(calls, c -> new ArrayList<>());
            all.add(reception);
            if (all.size() > 1) {
                return new Entry(calls, reception);
            }
        }
        try {
            reception.start();
        } catch (RuntimeException | Error e) {
            close(calls, reception);
            throw e;
        }
        return new Entry(calls, reception);
    }

    private record Entry(FlowCalls calls, Reception reception) implements PollingEntry {

        @Override
        public boolean hasPolled() {
            return reception.hasPolled();
        }

        @Override
        public void close() {
            Receptions.close(calls, reception);
        }
    }

    /** Refuses further messages, and returns without waiting for those in progress. */
    private static void close(FlowCalls calls, Reception reception) {
        reception.refuse();
        Runnable stop =
                () -> {
                    reception.stop();
                    Reception next = remove(calls, reception);
                    if (next != null) {
                        next.startRepeatedly();
                    }
                };
        if (reception.isIdle()) {
            stop.run();
        } else {
            Thread.ofPlatform().name("millrace-camel-stop").start(stop);
        }
    }

    /**
     * Removes a reception. Returns the reception that becomes active next; null if there is none.
     */
    private static Reception remove(FlowCalls calls, Reception reception) {
        synchronized (OPEN) {
            List<Reception> all = OPEN.get(calls);
            boolean received = all.getFirst() == reception;
            all.remove(reception);
            if (all.isEmpty()) {
                OPEN.remove(calls);
                return null;
            }
            if (!received) {
                return null;
            }
            // The last one is that of the newest version.
            Reception next = all.removeLast();
            all.addFirst(next);
            return next;
        }
    }
}
