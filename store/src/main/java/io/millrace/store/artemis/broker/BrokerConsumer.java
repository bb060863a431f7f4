package io.millrace.store.artemis.broker;

import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.ICoreMessage;

/**
 * A consumer of the messages of one queue. For the thread of its session only, except for {@link
 * #wake}.
 */
public interface BrokerConsumer {

    /**
     * Receives the next message.
     *
     * @param millis maximum time to wait for it; 0 for a message that the broker has available
     * @return null if there is none, the consumer is closed, or it was woken
     */
    ICoreMessage receive(long millis) throws ActiveMQException;

    /** Whether messages wait here, so that no request to the broker is needed. */
    boolean isReady();

    /**
     * Acknowledges the message and those that came before it, effective at the commit of the
     * session.
     */
    void acknowledge(ICoreMessage message) throws ActiveMQException;

    /** Whether either side has closed the consumer or its session. */
    boolean isClosed();

    /** Ends the current wait or the next one. Safe to call from any thread. */
    void wake();

    /** Closes the consumer. Messages that wait here return to the queue. */
    void close() throws ActiveMQException;
}
