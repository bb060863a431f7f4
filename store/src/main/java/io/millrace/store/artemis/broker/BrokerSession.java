package io.millrace.store.artemis.broker;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;

import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.core.message.impl.CoreMessage;
import org.apache.activemq.artemis.core.transaction.Transaction;

import java.util.List;
import java.util.function.Predicate;

import javax.transaction.xa.XAResource;

/**
 * A session of a broker with which one thread gets and puts messages. Each call takes effect
 * immediately, or all calls take effect at the commit of the session. Only one thread can use it,
 * except for {@link #isClosed} and {@link #close}.
 */
public interface BrokerSession extends AutoCloseable {

    /** Whether either side has closed the session. */
    boolean isClosed();

    /**
     * Creates a consumer of the messages of a queue.
     *
     * @param window number of bytes of messages that can be buffered; {@link
     *     io.millrace.store.artemis.connection.ConnectionPool#ONE_MESSAGE} for one message
     */
    BrokerConsumer consumer(ResolvedQueue queue, int window) throws ActiveMQException;

    /**
     * Removes the first message with an identifier from a queue with an index.
     *
     * @param filter condition on the identifiers of the message
     * @param millis maximum time to wait; 0 for no wait
     * @return null if no message is found, or if the session or the queue is closed
     */
    IndexedMessage take(ResolvedQueue queue, Bytes id, Predicate<Mqmd> filter, long millis)
            throws ActiveMQException;

    /**
     * Creates a message without a body.
     *
     * @param durable whether the broker keeps the message when its process ends
     * @param bytes approximate size of the message with its body
     */
    CoreMessage message(boolean durable, int bytes);

    /** Sends a message created by {@link #message} with a body. */
    void send(SimpleString address, CoreMessage message, Bytes body) throws ActiveMQException;

    /** A sender that stores one message for several queues. */
    interface Copies {

        /**
         * @param queues queues without a limit; not empty
         */
        void send(List<ResolvedQueue> queues, CoreMessage message, Bytes body)
                throws ActiveMQException;
    }

    /**
     * Returns the sender for copies of a body with this size; null if each queue needs a separate
     * message.
     */
    Copies copies(int bytes);

    /** Commits, and returns when the received and sent messages are safe. */
    void commit() throws ActiveMQException;

    /**
     * Rolls back: received and buffered messages return to their queues, and sent messages are
     * discarded.
     */
    void rollback() throws ActiveMQException;

    /**
     * Returns the transaction that the next commit ends; null if the broker runs in another
     * process.
     */
    Transaction transaction();

    /** Returns the resource with which the session takes part in externally coordinated units. */
    XAResource resource();

    /** Closes the session. The broker rolls back what is not committed. */
    @Override
    void close();
}
