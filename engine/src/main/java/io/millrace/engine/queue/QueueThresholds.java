package io.millrace.engine.queue;

/**
 * The thresholds of a queue at which events are reported.
 *
 * @param depthHigh number of messages at which the depth is high (QDEPTHHI); 0 for no event
 * @param depthLow number of messages at which it is low again (QDEPTHLO)
 * @param oldMessageMillis age of the first message in milliseconds above which it is old; 0 for no
 *     event
 * @param noReaderMillis time without a reader in milliseconds that is reported; 0 for no event
 */
public record QueueThresholds(
        int depthHigh, int depthLow, long oldMessageMillis, long noReaderMillis) {

    /** No thresholds. */
    public static final QueueThresholds NONE = new QueueThresholds(0, 0, 0, 0);

    public QueueThresholds {
        if (depthHigh > 0 && depthLow >= depthHigh) {
            throw new IllegalArgumentException(
                    "depthLow must be less than depthHigh %d (found %d)"
                            .formatted(depthHigh, depthLow));
        }
    }
}
