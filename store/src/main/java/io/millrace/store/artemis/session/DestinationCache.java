package io.millrace.store.artemis.session;

import io.millrace.engine.queue.DestinationCounts;
import io.millrace.store.artemis.broker.ResolvedQueue;

import java.util.LinkedHashMap;

/**
 * A cache of the queues on which one session has put messages. It removes the least recently used
 * queue. Only the thread of the session can use it. Other threads can read the counts, which are
 * then approximate.
 */
final class DestinationCache {

    private final StoreContext store;
    private final int most;
    private final LinkedHashMap<String, ResolvedQueue> kept = new LinkedHashMap<>(16, 0.75f, true);
    private long version = -1;
    private long hits;
    private long misses;
    private long evictions;

    DestinationCache(StoreContext store) {
        this.store = store;
        most = store.settings.queueCacheMaxSize();
    }

    /** Returns a queue by its name; throws UNKNOWN_QUEUE if it does not exist. */
    ResolvedQueue of(String name) {
        long now = store.version();
        if (now != version) {
            clear();
            version = now;
        }
        ResolvedQueue found = kept.get(name);
        if (found != null) {
            hits++;
            return found;
        }
        misses++;
        found = store.queue(name);
        if (most > 0 && store.seesDeletions) {
            kept.put(name, found);
            store.countWriters(found.name(), 1);
            if (kept.size() > most) {
                store.countWriters(kept.pollFirstEntry().getValue().name(), -1);
                evictions++;
            }
        }
        return found;
    }

    /** Forgets all queues. */
    void clear() {
        kept.values().forEach(queue -> store.countWriters(queue.name(), -1));
        kept.clear();
    }

    DestinationCounts counts() {
        return new DestinationCounts(hits, misses, evictions);
    }
}
