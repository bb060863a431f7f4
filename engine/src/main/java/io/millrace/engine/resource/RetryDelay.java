package io.millrace.engine.resource;

import java.util.random.RandomGenerator;

/**
 * Pause before a retry. The delay increases with each failure and is partly random, so threads that
 * wait for the same resource do not retry at the same time.
 *
 * @param firstMillis pause after the first failure
 * @param maxMillis maximum pause
 */
public record RetryDelay(long firstMillis, long maxMillis) {

    /** Delay of 10 ms, doubled with each successive failure, up to 30 s. */
    public static final RetryDelay DEFAULT = new RetryDelay(10, 30_000);

    public RetryDelay {
        if (firstMillis < 1 || maxMillis < firstMillis) {
            throw new IllegalArgumentException(
                    "firstMillis must be 1 to maxMillis (found firstMillis "
                            + firstMillis
                            + ", maxMillis "
                            + maxMillis
                            + ")");
        }
    }

    /**
     * Returns the pause after a number of successive failures (from 1). The delay is a random value
     * between 75 % and 100 % of the nominal length.
     */
    public long nanos(int failures, RandomGenerator random) {
        int doublings = Math.min(failures - 1, 40);
        long millis = doublings > 20 ? maxMillis : Math.min(maxMillis, firstMillis << doublings);
        long nanos = millis * 1_000_000;
        return nanos - random.nextLong(nanos / 4 + 1);
    }
}
