package io.millrace.store.artemis.remote;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.PutRules;
import io.millrace.store.artemis.broker.BrokerConsumer;
import io.millrace.store.artemis.broker.BrokerSession;
import io.millrace.store.artemis.broker.IndexedMessage;
import io.millrace.store.artemis.broker.ResolvedQueue;
import io.millrace.store.artemis.connection.ConnectionPool;
import io.millrace.store.artemis.connection.ConnectionPool.Mode;

import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.ICoreMessage;
import org.apache.activemq.artemis.api.core.Message;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.api.core.client.ClientConsumer;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.apache.activemq.artemis.api.core.client.ClientProducer;
import org.apache.activemq.artemis.core.client.impl.ClientConsumerInternal;
import org.apache.activemq.artemis.core.client.impl.ClientMessageImpl;
import org.apache.activemq.artemis.core.message.impl.CoreMessage;
import org.apache.activemq.artemis.core.transaction.Transaction;

import java.util.function.Predicate;

import javax.transaction.xa.XAResource;

/** A session of a remote broker that uses the Artemis client. */
final class RemoteSession implements BrokerSession {

    private static final int UNLIMITED = -1;

    private final ConnectionPool.Lease lease;
    private final ClientProducer producer;

    private RemoteSession(ConnectionPool.Lease lease, ClientProducer producer) {
        this.lease = lease;
        this.producer = producer;
    }

    static RemoteSession open(ConnectionPool connections, Mode mode) throws ActiveMQException {
        ConnectionPool.Lease lease = connections.open(mode);
        try {
            return new RemoteSession(lease, lease.session().createProducer());
        } catch (ActiveMQException | RuntimeException e) {
            lease.close();
            throw e;
        }
    }

    @Override
    public boolean isClosed() {
        return lease.session().isClosed();
    }

    @Override
    public BrokerConsumer consumer(ResolvedQueue queue, int window) throws ActiveMQException {
        return new Consumer(
                lease.session().createConsumer(queue.address(), null, window, UNLIMITED, false));
    }

    @Override
    public IndexedMessage take(ResolvedQueue queue, Bytes id, Predicate<Mqmd> filter, long millis) {
        // Remote brokers have no queues with an index.
        throw PutRules.noIndex(queue.name());
    }

    @Override
    public CoreMessage message(boolean durable, int bytes) {
        return new ClientMessageImpl(Message.BYTES_TYPE, durable, 0, 0, (byte) 0, bytes);
    }

    @Override
    public void send(SimpleString address, CoreMessage message, Bytes body)
            throws ActiveMQException {
        message.getBodyBuffer().writeBytes(body.array(), body.start(), body.length());
        producer.send(address, (ClientMessageImpl) message);
    }

    @Override
    public Copies copies(int bytes) {
        return null;
    }

    @Override
    public void commit() throws ActiveMQException {
        lease.session().commit();
    }

    @Override
    public void rollback() throws ActiveMQException {
        lease.session().rollback();
    }

    @Override
    public Transaction transaction() {
        return null;
    }

    @Override
    public XAResource resource() {
        return lease.session();
    }

    @Override
    public void close() {
        lease.close();
    }

    private static final class Consumer implements BrokerConsumer {

        /**
         * A pseudo message that is added to the received messages to end a wait of the consumer.
         */
        private static final class WakeUp extends ClientMessageImpl {
            WakeUp() {
                super(Message.DEFAULT_TYPE, false, 0, 0, (byte) 4, 64);
                setFlowControlSize(0);
            }
        }

        private final ClientConsumer consumer;

        Consumer(ClientConsumer consumer) {
            this.consumer = consumer;
        }

        @Override
        public ICoreMessage receive(long millis) throws ActiveMQException {
            ClientMessage message =
                    millis == 0 ? consumer.receiveImmediate() : consumer.receive(millis);
            return message instanceof WakeUp ? null : message;
        }

        @Override
        public boolean isReady() {
            return !(consumer instanceof ClientConsumerInternal open) || open.getBufferSize() > 0;
        }

        @Override
        public void acknowledge(ICoreMessage message) throws ActiveMQException {
            ((ClientMessage) message).acknowledge();
        }

        @Override
        public void acknowledgeAlone(ICoreMessage message) throws ActiveMQException {
            ((ClientMessage) message).individualAcknowledge();
        }

        @Override
        public boolean isClosed() {
            return consumer.isClosed();
        }

        @Override
        public void wake() {
            if (consumer instanceof ClientConsumerInternal waiting) {
                try {
                    waiting.handleMessage(new WakeUp());
                } catch (Exception e) {
                    throw new IllegalStateException(
                            "a consumer of Artemis always accepts a message", e);
                }
            }
        }

        @Override
        public void close() throws ActiveMQException {
            consumer.close();
        }
    }
}
