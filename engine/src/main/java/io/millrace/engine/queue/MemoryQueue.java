package io.millrace.engine.queue;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.locks.Condition;

/** One queue of {@link MemoryQueues}, whose lock guards everything here. */
final class MemoryQueue {

    private static final long NEVER = Long.MAX_VALUE;

    /**
     * A message on the queue; its place among the others is its priority, then the order of the
     * commits.
     */
    static final class Entry {
        final Mqmd descriptor;
        final Bytes body;
        final long expiresAt;
        final long place;
        int backouts;

        Entry(Mqmd descriptor, Bytes body, long expiresAt, long place) {
            this.descriptor = descriptor;
            this.body = body;
            this.expiresAt = expiresAt;
            this.place = place;
        }

        boolean isExpired(long now) {
            return expiresAt <= now;
        }
    }

    final Condition arrived;
    private final TreeMap<Long, Entry> ready = new TreeMap<>();
    private QueueDefinition definition;
    private long next;
    private int expiring;
    private long held;
    private long announced;
    private long put;
    private long got;
    private int readers;
    private boolean deleted;

    MemoryQueue(QueueDefinition definition, Condition arrived) {
        this.definition = definition;
        this.arrived = arrived;
    }

    QueueDefinition definition() {
        return definition;
    }

    void redefine(QueueDefinition value) {
        definition = value;
    }

    String name() {
        return definition.name();
    }

    boolean isDeleted() {
        return deleted;
    }

    /**
     * Makes room for a message that will come when its unit commits; throws QUEUE_FULL where there
     * is none.
     */
    void announce(long now) {
        int max = definition.maxDepth();
        if (max > 0 && depth(now) + announced >= max) {
            throw PutRules.queueFull(name(), max);
        }
        announced++;
    }

    void withdraw() {
        announced--;
    }

    /** Puts a message that was announced. */
    void add(QueueMessage message, long now) {
        announced--;
        put++;
        Mqmd md = message.descriptor();
        long expiresAt = md.expiry() < 0 ? NEVER : now + md.expiry() * 100L;
        long place = ((long) (9 - Math.clamp(md.priority(), 0, 9)) << 56) | next++;
        insert(new Entry(md, message.body(), expiresAt, place));
    }

    /** The first message, now held by a unit; null where there is none. */
    Entry take(long now) {
        while (!ready.isEmpty()) {
            Entry entry = ready.pollFirstEntry().getValue();
            if (entry.expiresAt != NEVER) {
                expiring--;
            }
            if (!entry.isExpired(now)) {
                held++;
                return entry;
            }
        }
        return null;
    }

    /** A held message is gone for good. */
    void release() {
        held--;
        got++;
    }

    /** A held message goes back to where it was. */
    void giveBack(Entry entry) {
        held--;
        insert(entry);
    }

    private void insert(Entry entry) {
        ready.put(entry.place, entry);
        if (entry.expiresAt != NEVER) {
            expiring++;
        }
        arrived.signal();
    }

    QueueMessage message(Entry entry, long now) {
        Mqmd md = entry.descriptor.copy().sourceQueue(name()).backoutCount(entry.backouts);
        if (entry.expiresAt != NEVER) {
            md.expiry((int) Math.max(1, (entry.expiresAt - now + 99) / 100));
        }
        return new QueueMessage(md, entry.body);
    }

    List<QueueMessage> browse(int max, long now) {
        List<QueueMessage> found = new ArrayList<>();
        for (Entry entry : ready.values()) {
            if (found.size() >= max) {
                break;
            }
            if (!entry.isExpired(now)) {
                found.add(message(entry, now));
            }
        }
        return found;
    }

    long clear(long now) {
        dropExpired(now);
        long count = ready.size();
        ready.clear();
        expiring = 0;
        got += count;
        return count;
    }

    void delete() {
        deleted = true;
        ready.clear();
        arrived.signalAll();
    }

    void opened() {
        readers++;
    }

    void closed() {
        readers--;
    }

    QueueStatus status(long now) {
        return new QueueStatus(name(), depth(now), held, 0, put, got, readers);
    }

    private long depth(long now) {
        dropExpired(now);
        return ready.size() + held;
    }

    private void dropExpired(long now) {
        if (expiring > 0) {
            ready.values().removeIf(entry -> entry.isExpired(now));
            expiring = (int) ready.values().stream().filter(e -> e.expiresAt != NEVER).count();
        }
    }
}
