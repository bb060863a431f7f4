package io.millrace.engine.queue;

/**
 * Limits of a unit of work on queues.
 *
 * @param maxUncommittedMessages maximum number of messages received and put; a larger unit is
 *     backed out
 * @param longUnitMillis time after which an open unit is logged, and then at doubling intervals; 0
 *     to log no units
 */
public record UnitLimits(int maxUncommittedMessages, long longUnitMillis) {

    /** Default limits: 10,000 messages, 60 seconds. */
    public static final UnitLimits DEFAULT = new UnitLimits(10_000, 60_000);

    public UnitLimits {
        if (maxUncommittedMessages < 1) {
            throw new IllegalArgumentException(
                    "maxUncommittedMessages must be 1 or more (found "
                            + maxUncommittedMessages
                            + ")");
        }
        if (longUnitMillis < 0) {
            throw new IllegalArgumentException(
                    "longUnitMillis must be 0 or more (found " + longUnitMillis + ")");
        }
    }
}
