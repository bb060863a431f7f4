package io.millrace.engine.queue;

/**
 * Snapshot of a queue.
 *
 * @param name queue name
 * @param depth number of messages on the queue, including those in units of work
 * @param inDelivery messages of these that a reader has received or prefetched
 * @param scheduled messages of these that are scheduled for later delivery
 * @param put messages put since the store was opened
 * @param got messages removed since the store was opened
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
