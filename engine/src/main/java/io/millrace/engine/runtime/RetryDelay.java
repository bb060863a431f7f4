package io.millrace.engine.runtime;

import java.util.random.RandomGenerator;

/**
 * How long an input pauses before it tries again: longer each time, and not the same for all, so
 * that those who wait for the same thing do not come all at once.
 *
 * @param firstMillis after the first failure
 * @param mostMillis the longest pause
 */
public record RetryDelay(long firstMillis, long mostMillis) {

    /** 10 ms at first, doubled with each failure in a row, up to 30 s. */
    public static final RetryDelay DEFAULT = new RetryDelay(10, 30_000);

    public RetryDelay {
        if (firstMillis < 1 || mostMillis < firstMillis) {
            throw new IllegalArgumentException(
                    "1 <= first <= most: " + firstMillis + ", " + mostMillis);
        }
    }

    /**
     * The pause after a number of failures in a row (from 1): between three quarters and all of its
     * nominal length.
     */
    long nanos(int failures, RandomGenerator random) {
        int doublings = Math.min(failures - 1, 40);
        long millis = doublings > 20 ? mostMillis : Math.min(mostMillis, firstMillis << doublings);
        long nanos = millis * 1_000_000;
        return nanos - random.nextLong(nanos / 4 + 1);
    }
}
