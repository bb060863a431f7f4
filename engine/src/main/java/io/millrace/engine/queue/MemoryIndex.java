package io.millrace.engine.queue;

import io.millrace.engine.message.Bytes;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.function.Predicate;

/** The index of a {@link MemoryQueue}. The lock of the store guards all state. */
final class MemoryIndex {

    /** Sessions that wait for messages with the same identifier. */
    private static final class Waiting {
        private final Condition arrived;
        private int count;

        private Waiting(Condition arrived) {
            this.arrived = arrived;
        }
    }

    private final QueueIndex index;
    private final Lock lock;
    private final Map<Bytes, TreeMap<Long, MemoryQueue.Entry>> entries = new HashMap<>();
    private final Map<Bytes, Waiting> waiting = new HashMap<>();

    MemoryIndex(QueueIndex index, Lock lock) {
        this.index = index;
        this.lock = lock;
    }

    void add(MemoryQueue.Entry entry) {
        Bytes id = index.of(entry.descriptor);
        entries.computeIfAbsent(id, _ -> new TreeMap<>()).put(entry.place, entry);
        Waiting sessions = waiting.get(id);
        if (sessions != null) {
            sessions.arrived.signalAll();
        }
    }

    void remove(MemoryQueue.Entry entry) {
        entries.computeIfPresent(
                index.of(entry.descriptor),
                (_, same) -> {
                    same.remove(entry.place);
                    return same.isEmpty() ? null : same;
                });
    }

    /** Returns the first message with an identifier that a filter accepts; null if none. */
    MemoryQueue.@Nullable Entry first(Bytes id, Predicate<MemoryQueue.Entry> filter) {
        TreeMap<Long, MemoryQueue.Entry> same = entries.get(id);
        if (same != null) {
            for (MemoryQueue.Entry entry : same.values()) {
                if (filter.test(entry)) {
                    return entry;
                }
            }
        }
        return null;
    }

    /** Waits until a message with an identifier arrives. Returns the remaining nanoseconds. */
    long await(Bytes id, long nanos) throws InterruptedException {
        Waiting sessions = waiting.computeIfAbsent(id, _ -> new Waiting(lock.newCondition()));
        sessions.count++;
        try {
            return sessions.arrived.awaitNanos(nanos);
        } finally {
            if (--sessions.count == 0) {
                waiting.remove(id, sessions);
            }
        }
    }

    void wakeAll() {
        waiting.values().forEach(sessions -> sessions.arrived.signalAll());
    }
}
