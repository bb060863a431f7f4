package io.millrace.store.artemis;

import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.ICoreMessage;

/** Gets the messages of one queue. For the thread of its line, but for {@link #wake}. */
interface LineConsumer {

    /**
     * The next message.
     *
     * @param millis the longest time to wait for it; 0 for what the broker has at hand
     * @return null where there is none, the consumer is closed, or it was woken
     */
    ICoreMessage receive(long millis) throws ActiveMQException;

    /** Whether messages wait here, so that the broker need not be asked. */
    boolean isReady();

    /** The message, and those that came before it, will be done with at the line's commit. */
    void acknowledge(ICoreMessage message) throws ActiveMQException;

    /** Whether it or its line has been closed, from whatever side. */
    boolean isClosed();

    /** Ends a wait, now or the next one; from any thread. */
    void wake();

    /** What waits here goes back to the queue. */
    void close() throws ActiveMQException;
}
