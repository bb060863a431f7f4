package io.millrace.engine.queue;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Limits;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.setting.LimitUse;

import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Queues in memory, for tests and for embedding programs without persistent messages. Units of
 * work, priorities, expiry, backout counts and limits have the same effect as in every store. The
 * store has no topic subscribers.
 *
 * <p>One lock guards all queues, so that all messages of a unit become visible at the same time.
 */
public final class MemoryQueues implements QueueStore {

    /** A lock that try-with-resources releases. */
    private static final class QueueLock extends ReentrantLock implements Held {
        @Override
        public void close() {
            unlock();
        }
    }

    /** The acquired lock. */
    interface Held extends AutoCloseable {
        @Override
        void close();
    }

    private final QueueLock lock = new QueueLock();
    private final TreeMap<String, MemoryQueue> queues = new TreeMap<>();

    /** The aliases and models. */
    private final TreeMap<String, QueueDefinition> withoutMessages = new TreeMap<>();

    private final int maxMessageBytes;
    private final Clock clock;
    private final OpenUnits units;
    private boolean closed;

    /** Creates a store with the default message size limit. */
    public MemoryQueues() {
        this(Limits.DEFAULTS.messageBytes());
    }

    public MemoryQueues(int maxMessageBytes) {
        this(maxMessageBytes, Clock.systemUTC());
    }

    /** Creates a store that uses a clock for expiry. */
    public MemoryQueues(int maxMessageBytes, Clock clock) {
        this(maxMessageBytes, clock, UnitLimits.DEFAULT);
    }

    MemoryQueues(int maxMessageBytes, Clock clock, UnitLimits limits) {
        this.maxMessageBytes = maxMessageBytes;
        this.clock = clock;
        units = new OpenUnits(limits);
        create(QueueDefinition.named(DEAD_LETTER_QUEUE));
    }

    @Override
    public void create(QueueDefinition definition) {
        QueueName.check(definition.name());
        try (Held _ = lock()) {
            checkOpen();
            if (definition.rules().isWithoutMessages()) {
                withoutMessages.put(definition.name(), definition);
                return;
            }
            withoutMessages.remove(definition.name());
            MemoryQueue queue = queues.get(definition.name());
            if (queue == null) {
                queues.put(definition.name(), new MemoryQueue(definition, lock));
            } else {
                queue.redefine(definition);
            }
        }
    }

    @Override
    public Optional<QueueDefinition> definition(String queue) {
        try (Held _ = lock()) {
            QueueDefinition other = withoutMessages.get(queue);
            return other != null
                    ? Optional.of(other)
                    : Optional.ofNullable(queues.get(queue)).map(MemoryQueue::definition);
        }
    }

    @Override
    public void delete(String queue) {
        try (Held _ = lock()) {
            withoutMessages.remove(queue);
            MemoryQueue removed = queues.remove(queue);
            if (removed != null) {
                removed.delete();
            }
        }
    }

    @Override
    public List<QueueDefinition> aliases() {
        try (Held _ = lock()) {
            return withoutMessages.values().stream().filter(d -> d.rules().isAlias()).toList();
        }
    }

    @Override
    public List<QueueDefinition> models() {
        try (Held _ = lock()) {
            return withoutMessages.values().stream().filter(d -> d.rules().isModel()).toList();
        }
    }

    /** Creates the queue while it holds the lock, so that the limit is exact. */
    @Override
    public String createDynamic(String model) {
        try (Held _ = lock()) {
            return QueueStore.super.createDynamic(model);
        }
    }

    @Override
    public QueueSession session() {
        return new MemoryQueueSession(this);
    }

    @Override
    public List<String> names() {
        try (Held _ = lock()) {
            return List.copyOf(queues.keySet());
        }
    }

    @Override
    public List<LimitUse> limits() {
        return units.largest();
    }

    @Override
    public List<QueueStatus> status() {
        try (Held _ = lock()) {
            checkOpen();
            long now = millis();
            return queues.values().stream().map(q -> q.status(now)).toList();
        }
    }

    @Override
    public QueueStatus status(String queue) {
        try (Held _ = lock()) {
            return find(queue).status(millis());
        }
    }

    @Override
    public List<QueueMessage> browse(String queue, int max) {
        try (Held _ = lock()) {
            return find(queue).browse(max, millis());
        }
    }

    @Override
    public void browse(String queue, Consumer<QueueMessage> consumer) {
        browse(queue, Integer.MAX_VALUE).forEach(consumer);
    }

    @Override
    public QueueBrowser browser(String queue) {
        try (Held _ = lock()) {
            find(queue);
        }
        return new MemoryBrowser(this, queue);
    }

    @Override
    public Optional<QueueMessage> browse(String queue, Bytes id, Predicate<Mqmd> filter) {
        try (Held _ = lock()) {
            return find(queue).browse(id, filter, millis());
        }
    }

    @Override
    public long clear(String queue) {
        try (Held _ = lock()) {
            return find(queue).clear(millis());
        }
    }

    OpenUnits openUnits() {
        return units;
    }

    @Override
    public List<OpenUnit> units() {
        return units.list();
    }

    @Override
    public boolean backOut(String id) {
        return units.backOut(id);
    }

    @Override
    public void close() {
        units.close();
        try (Held _ = lock()) {
            closed = true;
            queues.values().forEach(MemoryQueue::delete);
            queues.clear();
        }
    }

    /** Locks all queues until the result is closed. */
    Held lock() {
        lock.lock();
        return lock;
    }

    MemoryQueue find(String name) {
        checkOpen();
        QueueDefinition other = withoutMessages.get(name);
        if (other != null && other.rules().isModel()) {
            throw QueueModel.noMessages(name);
        }
        MemoryQueue queue = queues.get(other == null ? name : other.rules().alias());
        if (queue == null) {
            throw PutRules.unknownQueue(name, queues.keySet());
        }
        return queue;
    }

    /** Returns the definition that applies to puts under a name of an existing queue. */
    QueueDefinition definitionOf(String name) {
        QueueDefinition alias = withoutMessages.get(name);
        QueueDefinition queue = find(name).definition();
        return alias == null ? queue : queue.through(alias);
    }

    int maxMessageBytes() {
        return maxMessageBytes;
    }

    Clock clock() {
        return clock;
    }

    long millis() {
        return clock.millis();
    }

    void checkOpen() {
        if (closed) {
            throw new MillraceException(
                    ErrorCode.QUEUE_STORE_DOWN,
                    "the queues in memory are closed, because their broker is closed");
        }
    }
}
