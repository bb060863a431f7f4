package io.millrace.store.artemis;

/**
 * How far a reader may read ahead. What it has read ahead no other reader gets, so one that works
 * long on a message has at most one more at hand; each of these must be asked for by itself,
 * though, which costs a sixth of the throughput. So a reader that has shown that it works messages
 * off quickly reads ahead what it works off in a moment, until it is slow once: as many messages as
 * a unit of work may have, so that the unit of a flow with much to do need not end for want of
 * them.
 */
final class ReadAhead {

    /** Artemis' window for one message at a time. */
    static final int ONE_MESSAGE = 1;

    /** The most messages: as many as may share a unit where nothing else is set. */
    static final int MOST_MESSAGES = 64;

    static final int QUICK_RUN = 32;
    private static final int LEAST_WINDOW = 4 << 10;
    private static final int MOST_WINDOW = 256 << 10;
    private static final long QUICK_NANOS = 10_000_000;
    private static final long SLOW_NANOS = 50_000_000;

    /** What waits behind a message that was read ahead waits no longer than this. */
    private static final long MOMENT_NANOS = 100_000_000;

    private long handedOver = -1;
    private int quick;
    private int averageBytes = 1024;
    private long averageNanos;
    private int window = ONE_MESSAGE;

    /** A message was handed to the application. */
    void handedOver(long nanoTime, int bytes) {
        handedOver = nanoTime;
        averageBytes += (bytes - averageBytes) / 8;
    }

    /**
     * The application is done with a message and asks for the next one; gives back how many bytes
     * to read ahead.
     */
    int window(long nanoTime) {
        if (handedOver != -1) {
            long worked = nanoTime - handedOver;
            handedOver = -1;
            if (worked >= SLOW_NANOS) {
                window = ONE_MESSAGE;
            }
            quick = worked < QUICK_NANOS ? quick + 1 : 0;
            averageNanos += (worked - averageNanos) / 8;
            if (quick == QUICK_RUN) {
                long messages = Math.min(MOMENT_NANOS / Math.max(1, averageNanos), MOST_MESSAGES);
                window = Math.clamp(averageBytes * messages, LEAST_WINDOW, MOST_WINDOW);
            }
        }
        return window;
    }
}
