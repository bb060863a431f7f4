package io.millrace.engine.queue;

/**
 * What a queue holds at a moment.
 *
 * @param name the queue
 * @param depth messages that are on it, those included that a unit of work holds
 * @param inDelivery messages of these that a reader has and has not yet settled (prefetched ones
 *     included)
 * @param scheduled messages of these that wait for their time
 * @param put messages put since the store was opened
 * @param got messages that left the queue since the store was opened
 * @param readers readers that are open on it
 */
public record QueueStatus(
        String name,
        long depth,
        long inDelivery,
        long scheduled,
        long put,
        long got,
        int readers) {}
