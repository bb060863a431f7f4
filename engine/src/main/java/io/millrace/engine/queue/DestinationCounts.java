package io.millrace.engine.queue;

/**
 * Statistics of the destination caches of sessions, since the store was opened.
 *
 * @param hits lookups that found the queue in the cache
 * @param misses lookups that had to resolve the queue
 * @param evictions queues removed from a full cache ({@code queueCacheMaxSize})
 */
public record DestinationCounts(long hits, long misses, long evictions) {

    public static final DestinationCounts NONE = new DestinationCounts(0, 0, 0);

    public DestinationCounts plus(DestinationCounts other) {
        return new DestinationCounts(
                hits + other.hits, misses + other.misses, evictions + other.evictions);
    }
}
