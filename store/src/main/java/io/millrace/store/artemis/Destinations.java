package io.millrace.store.artemis;

import io.millrace.engine.queue.DestinationCounts;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The queues that one session has put to, resolved, the least recently used given up first. Belongs
 * to the session's thread; others may read the counts, which they need only about.
 */
final class Destinations {

    private final ArtemisStore store;
    private final int most;
    private final Kept kept = new Kept();
    private long version = -1;
    private long hits;
    private long misses;
    private long evictions;

    Destinations(ArtemisStore store, int most) {
        this.store = store;
        this.most = most;
    }

    /** A queue by its name; throws UNKNOWN_QUEUE. */
    KnownQueue of(String name) {
        long now = store.version();
        if (now != version) {
            kept.clear();
            version = now;
        }
        KnownQueue found = kept.get(name);
        if (found != null) {
            hits++;
            return found;
        }
        misses++;
        found = store.queue(name);
        if (most > 0 && store.tellsOfChanges()) {
            kept.put(name, found);
        }
        return found;
    }

    DestinationCounts counts() {
        return new DestinationCounts(hits, misses, evictions);
    }

    private final class Kept extends LinkedHashMap<String, KnownQueue> {
        private static final long serialVersionUID = 1;

        Kept() {
            super(16, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, KnownQueue> eldest) {
            boolean full = size() > most;
            evictions += full ? 1 : 0;
            return full;
        }
    }
}
