package io.millrace.engine.queue;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** A session on {@link MemoryQueues}. */
final class MemoryQueueSession implements QueueSession {

    private record Put(MemoryQueue queue, QueueMessage message) {}

    private record Got(Reader reader, MemoryQueue.Entry entry) {}

    private final MemoryQueues store;
    private final List<Put> puts = new ArrayList<>();
    private final List<Got> gots = new ArrayList<>();
    private final List<Reader> readers = new ArrayList<>();
    private final OpenUnits.Unit unit;
    private boolean keepBackoutCounts;

    MemoryQueueSession(MemoryQueues store) {
        this.store = store;
        unit = store.openUnits().of(Thread.currentThread().getName(), "this process");
    }

    @Override
    public QueueReader reader(String queue) {
        try (MemoryQueues.Held _ = store.lock()) {
            Reader reader = new Reader(store.find(queue));
            readers.add(reader);
            return reader;
        }
    }

    @Override
    public @Nullable QueueMessage take(
            String queue, Bytes id, Predicate<Mqmd> filter, long timeoutMillis) {
        long nanos = TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
        try (MemoryQueues.Held _ = store.lock();
                Reader reader = new Reader(store.find(queue))) {
            readers.add(reader);
            while (true) {
                reader.checkExists();
                long now = store.millis();
                MemoryQueue.Entry entry = reader.queue.take(id, filter, now);
                if (entry != null) {
                    return reader.got(entry, now);
                }
                if (nanos <= 0) {
                    return null;
                }
                nanos = reader.queue.await(id, nanos);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    @Override
    public Mqmd put(String queue, QueueMessage message, boolean inUnit) {
        PutRules.checkSize(queue, message, store.maxMessageBytes());
        if (inUnit) {
            unit.put(message.body().length());
        }
        try (MemoryQueues.Held _ = store.lock()) {
            MemoryQueue target = store.find(queue);
            QueueDefinition rules = store.definitionOf(queue);
            PutRules.check(rules, message.body().length());
            announce(target);
            Mqmd md = PutRules.settle(message.descriptor(), rules, store.clock().instant());
            QueueMessage settled = new QueueMessage(md, message.body(), message.failure());
            if (inUnit) {
                puts.add(new Put(target, settled));
            } else {
                target.add(settled, store.millis());
            }
            return md;
        }
    }

    private void announce(MemoryQueue target) {
        try {
            target.announce(store.millis());
        } catch (MillraceException full) {
            int max = target.definition().maxDepth();
            if (puts.stream().filter(p -> p.queue() == target).count() >= max) {
                throw PutRules.unitTooLarge(target.name(), max);
            }
            throw full;
        }
    }

    @Override
    public void publish(String topic, QueueMessage message, boolean inUnit) {
        // Stores in memory have no topic subscribers.
    }

    @Override
    public void keepBackoutCounts() {
        keepBackoutCounts = true;
    }

    @Override
    public int maxUncommittedMessages() {
        return unit.maxMessages();
    }

    @Override
    public boolean hasRoom() {
        return unit.hasRoom();
    }

    @Override
    public void commit() {
        try (MemoryQueues.Held _ = store.lock()) {
            checkUnit();
            for (Put put : puts) {
                if (put.queue().isDeleted()) {
                    undo();
                    throw PutRules.unknownQueue(put.queue().name(), List.of());
                }
            }
            long now = store.millis();
            puts.forEach(put -> put.queue().add(put.message(), now));
            gots.forEach(got -> got.reader().queue.release());
            ended();
        }
    }

    @Override
    public void rollback() {
        try (MemoryQueues.Held _ = store.lock()) {
            undo();
        }
    }

    /** Checks that the unit can commit. Otherwise rolls it back and throws the reason. */
    private void checkUnit() {
        try {
            unit.check();
        } catch (MillraceException reason) {
            undo();
            throw reason;
        }
    }

    private void ended() {
        puts.clear();
        gots.clear();
        keepBackoutCounts = false;
        unit.ended();
    }

    /**
     * Rolls back the unit. The backout count is incremented only if a reader received a single
     * message in the unit.
     */
    private void undo() {
        puts.forEach(put -> put.queue().withdraw());
        for (Got got : gots) {
            boolean alone =
                    gots.stream().filter(g -> g.reader() == got.reader()).limit(2).count() == 1;
            if (alone && !keepBackoutCounts) {
                got.entry().backouts++;
            }
            if (!got.reader().queue.isDeleted()) {
                got.reader().queue.giveBack(got.entry());
            }
        }
        ended();
    }

    @Override
    public void close() {
        rollback();
        List.copyOf(readers).forEach(Reader::close);
        unit.close();
    }

    /** A queue opened for reading. */
    private final class Reader implements QueueReader {
        private final MemoryQueue queue;
        private boolean woken;
        private boolean closed;

        /** Position of the last message for which a filter was called. */
        private long examined = -1;

        private Reader(MemoryQueue queue) {
            this.queue = queue;
            queue.opened();
        }

        private void checkExists() {
            if (queue.isDeleted()) {
                store.checkOpen();
                throw PutRules.unknownQueue(queue.name(), List.of());
            }
        }

        /** Adds a message that was assigned to the unit. */
        private QueueMessage got(MemoryQueue.Entry entry, long now) {
            gots.add(new Got(this, entry));
            unit.got(entry.body.length());
            return queue.message(entry, now);
        }

        @Override
        public @Nullable QueueMessage receive(long timeoutMillis) {
            long nanos = TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
            try (MemoryQueues.Held _ = store.lock()) {
                while (true) {
                    checkExists();
                    long now = store.millis();
                    MemoryQueue.Entry entry = queue.take(now);
                    if (entry != null) {
                        return got(entry, now);
                    }
                    if (woken || nanos <= 0) {
                        woken = false;
                        return null;
                    }
                    nanos = queue.arrived.awaitNanos(nanos);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return null;
            }
        }

        @Override
        public @Nullable QueueMessage receive(Predicate<QueueMessage> filter) {
            try (MemoryQueues.Held _ = store.lock()) {
                long now = store.millis();
                MemoryQueue.Entry entry =
                        queue.take(
                                examined,
                                e -> {
                                    examined = e.place;
                                    return filter.test(queue.message(e, now));
                                },
                                now);
                return entry == null ? null : got(entry, now);
            }
        }

        @Override
        public void acceptNow() {
            try (MemoryQueues.Held _ = store.lock()) {
                gots.removeIf(
                        got -> {
                            boolean mine = got.reader() == this;
                            if (mine) {
                                queue.release();
                            }
                            return mine;
                        });
                if (gots.isEmpty() && puts.isEmpty()) {
                    unit.ended();
                }
            }
        }

        @Override
        public void giveBack() {
            try (MemoryQueues.Held _ = store.lock()) {
                gots.removeIf(
                        got -> {
                            boolean mine = got.reader() == this;
                            if (mine && !queue.isDeleted()) {
                                queue.giveBack(got.entry());
                            }
                            return mine;
                        });
                undo();
            }
        }

        @Override
        public void wake() {
            try (MemoryQueues.Held _ = store.lock()) {
                woken = true;
                queue.arrived.signalAll();
            }
        }

        @Override
        public void close() {
            try (MemoryQueues.Held _ = store.lock()) {
                if (!closed) {
                    closed = true;
                    readers.remove(this);
                    queue.closed();
                }
            }
        }
    }
}
