package io.millrace.engine.queue;

import org.jspecify.annotations.Nullable;

/**
 * A queue opened for reading by a {@link QueueSession}. It belongs to the thread of the session.
 */
public interface QueueReader extends AutoCloseable {

    /**
     * Receives the next message, which becomes part of the unit of the session.
     *
     * <p>The backout count in its descriptor is the number of rollbacks of units in which this
     * reader had received this message alone. A rollback of a unit with several messages does not
     * change their counts: the owner of such units must then process the messages one by one.
     *
     * @param timeoutMillis maximum time to wait; 0 for no wait
     * @return null after the time-out, or if {@link #wake} ended the wait
     */
    @Nullable QueueMessage receive(long timeoutMillis);

    /**
     * Receives a message that this reader has already prefetched, without waiting. It adds a
     * further message to the unit at no cost. Returns null if no message is prefetched; the queue
     * can still contain messages.
     */
    default @Nullable QueueMessage receiveReady() {
        return receive(0);
    }

    /**
     * From now on, delivers a poison candidate (a message during whose processing a process may
     * have died) in a separate unit. {@link #receive} returns null immediately if the next message
     * is a candidate and the unit contains other messages of this reader, or if the unit contains a
     * candidate. A store that ends with its process has no candidates.
     */
    default void keepCandidatesSeparate() {}

    /**
     * Removes the messages of this reader from the unit: they are removed from the queue
     * immediately, whatever the outcome of the unit is. Must be called before any other operation
     * in the unit.
     */
    void acceptNow();

    /**
     * Rolls back the unit of the session without changing backout counts, because the messages of
     * this reader were not processed.
     */
    void giveBack();

    /**
     * Ends the current or the next wait in {@link #receive}. Other threads can call only this
     * method.
     */
    void wake();

    @Override
    void close();
}
