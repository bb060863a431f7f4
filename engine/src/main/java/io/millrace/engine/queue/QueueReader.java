package io.millrace.engine.queue;

import org.jspecify.annotations.Nullable;

import java.util.function.Predicate;

/**
 * A queue opened for reading by a {@link QueueSession}. The reader belongs to the thread of the
 * session.
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
     * @return null after the timeout, or if {@link #wake} ended the wait
     */
    @Nullable QueueMessage receive(long timeoutMillis);

    /**
     * Receives the next message that a filter accepts, without waiting. Rejected messages stay on
     * the queue in their order, outside the unit. They are not delivered to other readers, and not
     * again to this reader, until this reader is closed. A reader for which this method is called
     * must not be used with the other methods that receive messages.
     *
     * @param filter condition; called once for each message
     * @return null if no further message is accepted
     */
    @Nullable QueueMessage receive(Predicate<QueueMessage> filter);

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
     * have ended abnormally) in a separate unit. {@link #receive} returns null immediately if the
     * next message is a candidate and the unit contains other messages of this reader, or if the
     * unit contains a candidate. A store that ends with its process has no candidates.
     */
    default void keepCandidatesSeparate() {}

    /**
     * Removes the messages of this reader from the unit and, immediately, from the queue. The
     * outcome of the unit has no effect on them. Must be called before any other operation in the
     * unit.
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
