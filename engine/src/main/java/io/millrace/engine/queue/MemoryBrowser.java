package io.millrace.engine.queue;

import org.jspecify.annotations.Nullable;

/** A cursor over a queue of {@link MemoryQueues}. */
final class MemoryBrowser implements QueueBrowser {

    private final MemoryQueues store;
    private final String queue;

    /** Position of the last returned message. */
    private long last = -1;

    MemoryBrowser(MemoryQueues store, String queue) {
        this.store = store;
        this.queue = queue;
    }

    @Override
    public @Nullable QueueMessage next() {
        try (MemoryQueues.Held _ = store.lock()) {
            MemoryQueue browsed = store.find(queue);
            long now = store.millis();
            MemoryQueue.Entry entry = browsed.next(last, now);
            if (entry == null) {
                return null;
            }
            last = entry.place;
            return browsed.message(entry, now);
        }
    }

    @Override
    public void close() {
        // The cursor holds no resources.
    }
}
