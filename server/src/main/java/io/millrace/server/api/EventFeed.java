package io.millrace.server.api;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A buffer of the latest events of a server. Any number of clients can read it at their own speed.
 * A client that is too slow misses the oldest events. Safe for use by several threads.
 */
final class EventFeed {

    /** Maximum number of events that are kept for slow clients. */
    static final int KEPT = 1_000;

    /**
     * An event.
     *
     * @param number number from 1, without gaps
     * @param type kind of event
     * @param data its values by name, beginning with {@code type} and {@code time}
     */
    record Event(long number, String type, Map<String, Object> data) {}

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<Event> events = new ArrayDeque<>();
    private long last;
    private boolean closed;

    /** Adds an event. */
    void add(String type, Map<String, Object> values) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("type", type);
        data.put("time", Instant.now().truncatedTo(ChronoUnit.MILLIS).toString());
        data.putAll(values);
        lock.lock();
        try {
            events.addLast(new Event(++last, type, data));
            if (events.size() > KEPT) {
                events.removeFirst();
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Returns the number of the last event; 0 if there is no event yet. */
    long last() {
        lock.lock();
        try {
            return last;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Returns the events after the event with the given number, the oldest first. If there is none,
     * waits for one. Returns an empty list when the time has passed or the feed is closed.
     */
    List<Event> after(long number, long millis) throws InterruptedException {
        lock.lock();
        try {
            long left = TimeUnit.MILLISECONDS.toNanos(millis);
            while (last <= number && !closed && left > 0) {
                left = changed.awaitNanos(left);
            }
            List<Event> found = new ArrayList<>();
            for (Event event : events) {
                if (event.number() > number) {
                    found.add(event);
                }
            }
            return found;
        } finally {
            lock.unlock();
        }
    }

    boolean isClosed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }

    /** Ends all readers. */
    void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
