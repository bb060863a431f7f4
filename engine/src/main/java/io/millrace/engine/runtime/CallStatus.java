package io.millrace.engine.runtime;

/**
 * Status of an input node that receives calls.
 *
 * @param input name of the input node
 * @param waiting number of calls that wait for a free instance
 * @param mostWaiting high-water mark of the calls that wait because all instances are busy
 * @param maxWaiting maximum number of calls that wait
 * @param refused number of calls that were not processed, since the first deployment
 * @param address address at which other processes reach the node; empty if there is none
 * @param isReady whether the node can receive calls; false before the end of its first search for
 *     messages
 */
public record CallStatus(
        String input,
        int waiting,
        int mostWaiting,
        int maxWaiting,
        long refused,
        String address,
        boolean isReady) {}
