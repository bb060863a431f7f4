package io.millrace.store.artemis.broker;

import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.ICoreMessage;

/**
 * A consumer of the messages of one queue. Only the thread of its session can use it, except for
 * {@link #wake}.
 */
public interface BrokerConsumer {

    /**
     * Receives the next message.
     *
     * @param millis maximum time to wait, in milliseconds; 0 for a message that is already
     *     available
     * @return null if there is no message, the consumer is closed, or it was woken
     */
    ICoreMessage receive(long millis) throws ActiveMQException;

    /** Whether messages have been buffered, so that no request to the broker is needed. */
    boolean isReady();

    /**
     * Acknowledges the message and all messages before it, effective at the commit of the session.
     */
    void acknowledge(ICoreMessage message) throws ActiveMQException;

    /** Acknowledges only the message, effective at the commit of the session. */
    void acknowledgeAlone(ICoreMessage message) throws ActiveMQException;

    /** Whether either side has closed the consumer or its session. */
    boolean isClosed();

    /** Ends the current wait or the next one. Safe for use by several threads. */
    void wake();

    /** Closes the consumer. Buffered messages return to the queue. */
    void close() throws ActiveMQException;
}
