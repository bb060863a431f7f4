package io.millrace.engine.queue;

/**
 * How often sessions found the queues that they put to among those that they keep resolved, since
 * the store was opened.
 *
 * @param hits it was kept
 * @param misses it had to be resolved
 * @param evictions another one was given up for it ({@code queueCacheMaxSize})
 */
public record DestinationCounts(long hits, long misses, long evictions) {

    public static final DestinationCounts NONE = new DestinationCounts(0, 0, 0);

    public DestinationCounts plus(DestinationCounts other) {
        return new DestinationCounts(
                hits + other.hits, misses + other.misses, evictions + other.evictions);
    }
}
