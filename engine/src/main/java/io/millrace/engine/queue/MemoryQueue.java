package io.millrace.engine.queue;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.function.Predicate;

/** One queue of {@link MemoryQueues}. The lock of the store guards all state. */
final class MemoryQueue {

    private static final long NEVER = Long.MAX_VALUE;

    /** A message on the queue, ordered by priority and then by commit. */
    static final class Entry {
        final Mqmd descriptor;
        final Bytes body;
        final @Nullable FailureReport failure;
        final long expiresAt;
        final long place;
        int backouts;

        Entry(QueueMessage message, long expiresAt, long place) {
            this.descriptor = message.descriptor();
            this.body = message.body();
            this.failure = message.failure();
            this.expiresAt = expiresAt;
            this.place = place;
        }

        boolean isExpired(long now) {
            return expiresAt <= now;
        }
    }

    final Condition arrived;
    private final TreeMap<Long, Entry> ready = new TreeMap<>();
    private final Lock lock;
    private QueueDefinition definition;

    /** Index of the messages in {@code ready}; null for a queue without an index. */
    private @Nullable MemoryIndex index;

    private long next;
    private int expiring;
    private long held;
    private long announced;
    private long put;
    private long got;
    private int readers;
    private boolean deleted;

    /**
     * @param lock lock of the store
     */
    MemoryQueue(QueueDefinition definition, Lock lock) {
        this.lock = lock;
        arrived = lock.newCondition();
        redefine(definition);
    }

    QueueDefinition definition() {
        return definition;
    }

    final void redefine(QueueDefinition value) {
        PutRules.checkReaders(value, readers);
        definition = value;
        arrived.signalAll();
        if (index != null) {
            index.wakeAll();
        }
        index = value.index() == null ? null : new MemoryIndex(value.index(), lock);
        if (index != null) {
            ready.values().forEach(index::add);
        }
    }

    String name() {
        return definition.name();
    }

    boolean isDeleted() {
        return deleted;
    }

    /**
     * Reserves space for a message until the unit of work commits. Throws QUEUE_FULL if the queue
     * is full.
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

    /** Adds a message for which space was reserved. */
    void add(QueueMessage message, long now) {
        announced--;
        put++;
        Mqmd md = message.descriptor();
        long expiresAt = md.expiry() < 0 ? NEVER : now + md.expiry() * 100L;
        long place = ((long) (9 - Math.clamp(md.priority(), 0, 9)) << 56) | next++;
        insert(new Entry(message, expiresAt, place));
    }

    /** Assigns the first message to a unit. Returns null if the queue is empty. */
    @Nullable Entry take(long now) {
        while (!ready.isEmpty() && !definition.rules().inhibitGet()) {
            Entry entry = ready.firstEntry().getValue();
            remove(entry);
            if (!entry.isExpired(now)) {
                held++;
                return entry;
            }
        }
        return null;
    }

    private void remove(Entry entry) {
        ready.remove(entry.place);
        if (entry.expiresAt != NEVER) {
            expiring--;
        }
        if (index != null) {
            index.remove(entry);
        }
    }

    /**
     * Assigns the first message after a position that a filter accepts to a unit. Returns null if
     * there is none.
     */
    @Nullable Entry take(long after, Predicate<Entry> filter, long now) {
        if (definition.rules().inhibitGet()) {
            return null;
        }
        for (Entry entry : ready.tailMap(after, false).values()) {
            if (!entry.isExpired(now) && filter.test(entry)) {
                remove(entry);
                held++;
                return entry;
            }
        }
        return null;
    }

    /** Assigns the first message with an identifier that a filter accepts to a unit. */
    @Nullable Entry take(Bytes id, Predicate<Mqmd> filter, long now) {
        Entry entry = definition.rules().inhibitGet() ? null : find(id, filter, now);
        if (entry != null) {
            remove(entry);
            held++;
        }
        return entry;
    }

    private @Nullable Entry find(Bytes id, Predicate<Mqmd> filter, long now) {
        return index().first(id, e -> !e.isExpired(now) && filter.test(e.descriptor));
    }

    /** Waits until a message with an identifier arrives. Returns the remaining nanoseconds. */
    long await(Bytes id, long nanos) throws InterruptedException {
        return index().await(id, nanos);
    }

    private MemoryIndex index() {
        if (index == null) {
            throw PutRules.noIndex(name());
        }
        return index;
    }

    /** Removes a message that was assigned to a unit. */
    void release() {
        held--;
        got++;
    }

    /** Puts a message from a unit back to its position on the queue. */
    void giveBack(Entry entry) {
        held--;
        insert(entry);
    }

    private void insert(Entry entry) {
        ready.put(entry.place, entry);
        if (entry.expiresAt != NEVER) {
            expiring++;
        }
        if (index != null) {
            index.add(entry);
        }
        arrived.signal();
    }

    QueueMessage message(Entry entry, long now) {
        Mqmd md = entry.descriptor.copy().sourceQueue(name()).backoutCount(entry.backouts);
        if (entry.expiresAt != NEVER) {
            md.expiry((int) Math.max(1, (entry.expiresAt - now + 99) / 100));
        }
        return new QueueMessage(md, entry.body, entry.failure);
    }

    /** Returns the first message after a position; null if there is none. */
    @Nullable Entry next(long after, long now) {
        for (Entry entry : ready.tailMap(after, false).values()) {
            if (!entry.isExpired(now)) {
                return entry;
            }
        }
        return null;
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

    /** Returns a copy of the first message with an identifier that a filter accepts. */
    Optional<QueueMessage> browse(Bytes id, Predicate<Mqmd> filter, long now) {
        return Optional.ofNullable(find(id, filter, now)).map(entry -> message(entry, now));
    }

    long clear(long now) {
        dropExpired(now);
        long count = ready.size();
        List.copyOf(ready.values()).forEach(this::remove);
        got += count;
        return count;
    }

    void delete() {
        deleted = true;
        ready.clear();
        arrived.signalAll();
        if (index != null) {
            index.wakeAll();
        }
    }

    void opened() {
        if (readers > 0 && !definition.rules().shareable()) {
            throw PutRules.notShareable(name());
        }
        readers++;
    }

    void closed() {
        readers--;
    }

    QueueStatus status(long now) {
        long depth = depth(now);
        long oldest =
                ready.isEmpty()
                        ? 0
                        : ready.firstEntry().getValue().descriptor.putTime().toEpochMilli();
        return new QueueStatus(name(), depth, held, 0, put, got, readers, 0, oldest);
    }

    private long depth(long now) {
        dropExpired(now);
        return ready.size() + held;
    }

    private void dropExpired(long now) {
        if (expiring > 0) {
            ready.values().stream().filter(e -> e.isExpired(now)).toList().forEach(this::remove);
        }
    }
}
