package io.millrace.engine.state;

/**
 * Limits of the records of one state. All records are also in memory.
 *
 * @param maxRecords maximum number of records
 * @param maxBytes maximum size of all records in bytes, approximate
 * @param dropsOldest whether the oldest records are dropped if a limit is exceeded; false if a
 *     further record is rejected with STATE_FULL
 */
public record StateLimits(int maxRecords, long maxBytes, boolean dropsOldest) {

    private static final long MIN_BYTES = 16L << 20;

    /** Number of bytes for each record of a history of keys. */
    private static final long KEY_BYTES = 1_024;

    /** Divisor of the size of the heap: the records of one state can use 1/16 of the heap. */
    private static final int HEAP_SHARE = 16;

    /** Limits for a state whose records differ in number and size. */
    public static final StateLimits DEFAULT =
            new StateLimits(
                    1_000_000,
                    Math.max(MIN_BYTES, Runtime.getRuntime().maxMemory() / HEAP_SHARE),
                    false);

    public StateLimits {
        if (maxRecords < 1) {
            throw new IllegalArgumentException(
                    "maxRecords must be 1 or more (found " + maxRecords + ")");
        }
        if (maxBytes < 1) {
            throw new IllegalArgumentException(
                    "maxBytes must be 1 or more (found " + maxBytes + ")");
        }
    }

    /** Returns limits of a history that keeps the last keys, without values. */
    public static StateLimits lastKeys(int records) {
        return new StateLimits(records, records * KEY_BYTES, true);
    }
}
