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
 */
public record QueueStatus(
        String name,
        long depth,
        long inDelivery,
        long scheduled,
        long put,
        long got,
        int readers) {}
