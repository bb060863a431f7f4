package io.millrace.nodes.mq;

import io.millrace.engine.queue.QueueMessage;

import org.jspecify.annotations.Nullable;

/**
 * The way in which the MQInput node of one instance reads its queue. Only the thread of the
 * instance can use it, except {@link #wake}.
 */
interface MessageSource extends AutoCloseable {

    /**
     * Receives the next message. It is in the unit of the instance's session.
     *
     * @return null after the timeout, or if {@link #wake} ended the wait
     */
    @Nullable QueueMessage receive(long timeoutMillis);

    /**
     * Removes a received message from the queue immediately, whatever the outcome of the unit is.
     */
    void acceptNow();

    /** Returns a received message that was not processed to the queue. */
    void giveBack();

    /** Ends the current or the next wait. */
    void wake();

    @Override
    void close();
}
