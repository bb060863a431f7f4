package io.millrace.store.artemis.session;

import io.millrace.store.artemis.connection.ConnectionPool;

/**
 * The rule that determines how far a reader can read ahead. Other readers do not receive the
 * messages that a reader has read ahead. Therefore a slow reader reads ahead at most one message.
 * Because each message must then be requested separately, a fast reader reads ahead as many
 * messages as it can process in {@link #MOMENT_NANOS}, until it is slow once. The limit is the
 * maximum number of messages of a unit of work, so that the unit of a busy flow does not end
 * because messages are missing.
 */
final class ReadAhead {

    /** Maximum number of messages: the default number of messages that can share a unit. */
    static final int MAX_MESSAGES = 64;

    static final int QUICK_RUN = 32;
    private static final int MIN_WINDOW = 4 << 10;
    private static final int MAX_WINDOW = 256 << 10;
    private static final long QUICK_NANOS = 10_000_000;
    private static final long SLOW_NANOS = 50_000_000;

    /** Maximum time that messages wait because they were read ahead. */
    private static final long MOMENT_NANOS = 100_000_000;

    private long handedOver = -1;
    private int quick;
    private int averageBytes = 1024;
    private long averageNanos;
    private int window = ConnectionPool.ONE_MESSAGE;

    /** Registers that a message was delivered to the application. */
    void handedOver(long nanoTime, int bytes) {
        handedOver = nanoTime;
        averageBytes += (bytes - averageBytes) / 8;
    }

    /**
     * Registers that the application has finished a message and requests the next one. Returns the
     * number of bytes to read ahead.
     */
    int window(long nanoTime) {
        if (handedOver != -1) {
            long worked = nanoTime - handedOver;
            handedOver = -1;
            if (worked >= SLOW_NANOS) {
                window = ConnectionPool.ONE_MESSAGE;
            }
            quick = worked < QUICK_NANOS ? quick + 1 : 0;
            averageNanos += (worked - averageNanos) / 8;
            if (quick == QUICK_RUN) {
                long messages = Math.min(MOMENT_NANOS / Math.max(1, averageNanos), MAX_MESSAGES);
                window = Math.clamp(averageBytes * messages, MIN_WINDOW, MAX_WINDOW);
            }
        }
        return window;
    }
}
