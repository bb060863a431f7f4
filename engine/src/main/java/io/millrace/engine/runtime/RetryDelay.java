package io.millrace.engine.runtime;

import java.util.random.RandomGenerator;

/**
 * Pause of an input before a retry. It grows with each failure and is partly random, so that inputs
 * that wait for the same resource do not retry at the same time.
 *
 * @param firstMillis pause after the first failure
 * @param mostMillis maximum pause
 */
public record RetryDelay(long firstMillis, long mostMillis) {

    /** 10 ms, doubled with each successive failure, up to 30 s. */
    public static final RetryDelay DEFAULT = new RetryDelay(10, 30_000);

    public RetryDelay {
        if (firstMillis < 1 || mostMillis < firstMillis) {
            throw new IllegalArgumentException(
                    "1 <= first <= most: " + firstMillis + ", " + mostMillis);
        }
    }

    /**
     * Returns the pause after a number of successive failures (from 1): between three quarters and
     * all of its nominal length.
     */
    long nanos(int failures, RandomGenerator random) {
        int doublings = Math.min(failures - 1, 40);
        long millis = doublings > 20 ? mostMillis : Math.min(mostMillis, firstMillis << doublings);
        long nanos = millis * 1_000_000;
        return nanos - random.nextLong(nanos / 4 + 1);
    }
}
