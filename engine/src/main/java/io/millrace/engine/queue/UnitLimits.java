package io.millrace.engine.queue;

/**
 * What a unit of work on queues may hold, and from when on it is said that it is open.
 *
 * @param maxUncommittedMessages messages got and put that one unit may hold; a unit beyond that is
 *     backed out
 * @param longUnitMillis how long a unit may be open before the log says so; again at doubling
 *     intervals; 0 never to say it
 */
public record UnitLimits(int maxUncommittedMessages, long longUnitMillis) {

    /** 10,000 messages, 60 seconds. */
    public static final UnitLimits DEFAULT = new UnitLimits(10_000, 60_000);

    public UnitLimits {
        if (maxUncommittedMessages < 1 || longUnitMillis < 0) {
            throw new IllegalArgumentException(
                    "not limits of units: " + maxUncommittedMessages + ", " + longUnitMillis);
        }
    }
}
