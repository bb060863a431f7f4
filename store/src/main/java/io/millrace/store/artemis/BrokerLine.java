package io.millrace.store.artemis;

import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.core.message.impl.CoreMessage;
import org.apache.activemq.artemis.core.transaction.Transaction;

import java.util.List;

import javax.transaction.xa.XAResource;

/**
 * A session of a broker, by which one thread gets and puts: each call for itself, or all until the
 * session's commit. For that thread alone, but for {@link #isClosed} and {@link #close}.
 */
interface BrokerLine extends AutoCloseable {

    /** Whether it has been closed, from whatever side. */
    boolean isClosed();

    /**
     * Begins to get the messages of a queue.
     *
     * @param window how many bytes of messages may wait here; {@link ReadAhead#ONE_MESSAGE} for one
     *     message
     */
    LineConsumer consumer(KnownQueue queue, int window) throws ActiveMQException;

    /**
     * A message to be filled and sent.
     *
     * @param durable whether the broker keeps it when its process ends
     * @param bytes about how much it will hold
     */
    CoreMessage message(boolean durable, int bytes);

    /** Sends a message that {@link #message} gave. */
    void send(SimpleString address, CoreMessage message) throws ActiveMQException;

    /** Sends one message to several queues, which all refer to it then. */
    interface Copies {

        /**
         * @param queues without a limit, and not empty
         */
        void send(List<KnownQueue> queues, CoreMessage message) throws ActiveMQException;
    }

    /** By which queues get copies of a body of so many bytes; null where each needs a message. */
    Copies copies(int bytes);

    /** Returns when what was got and sent is safe. */
    void commit() throws ActiveMQException;

    /** Gives back what was got or waits here, and forgets what was sent. */
    void rollback() throws ActiveMQException;

    /** What the next commit ends; null where only the broker's own process knows that. */
    Transaction transaction();

    /** By which it takes part in a unit that others coordinate. */
    XAResource resource();

    /** The broker rolls back what was not committed. */
    @Override
    void close();
}
