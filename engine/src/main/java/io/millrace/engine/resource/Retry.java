package io.millrace.engine.resource;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * Attempts to connect to a resource, with pauses between them. A caller repeats its attempt as long
 * as it fails because the resource is unavailable and {@link #pause} returns true.
 *
 * @param attempts maximum number of attempts, at least 1
 * @param delay pauses, which become longer and are partly random
 */
public record Retry(int attempts, RetryDelay delay) {

    /** A single attempt. */
    public static final Retry NONE = new Retry(1, RetryDelay.DEFAULT);

    public Retry {
        if (attempts < 1) {
            throw new IllegalArgumentException(
                    "attempts must be 1 or more (found " + attempts + ")");
        }
    }

    /**
     * Waits before the next attempt.
     *
     * @param failures number of failed attempts so far, from 1
     * @return false if no further attempt must be made: all attempts failed, or the thread was
     *     interrupted
     */
    public boolean pause(int failures) {
        if (failures >= attempts) {
            return false;
        }
        try {
            TimeUnit.NANOSECONDS.sleep(delay.nanos(failures, ThreadLocalRandom.current()));
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
