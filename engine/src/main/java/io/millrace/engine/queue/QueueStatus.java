package io.millrace.engine.queue;

/**
 * Snapshot of a queue.
 *
 * @param name queue name
 * @param depth number of messages on the queue, including messages in units of work
 * @param inDelivery number of these messages that a reader has received or prefetched
 * @param scheduled number of these messages that are scheduled for later delivery
 * @param put number of messages put since the store was opened
 * @param got number of messages removed since the store was opened
 * @param readers number of open readers
 * @param writers number of sessions and clients that put messages, as far as the store knows them
 * @param oldestMillis time at which the first message was put, in milliseconds since 1970; 0 if the
 *     queue is empty or the time is unknown
 */
public record QueueStatus(
        String name,
        long depth,
        long inDelivery,
        long scheduled,
        long put,
        long got,
        int readers,
        int writers,
        long oldestMillis) {

    /** Returns this status with a number added to the number of writers. */
    public QueueStatus withWriters(int added) {
        return new QueueStatus(
                name,
                depth,
                inDelivery,
                scheduled,
                put,
                got,
                readers,
                writers + added,
                oldestMillis);
    }
}
