package io.millrace.store.artemis.session;

import io.millrace.engine.queue.QueueBrowser;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.store.artemis.broker.ResolvedQueue;
import io.millrace.store.artemis.connection.ConnectionPool;

import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.client.ClientConsumer;
import org.apache.activemq.artemis.api.core.client.ClientMessage;

/** A cursor over a queue of Artemis. */
public final class ArtemisBrowser implements QueueBrowser {

    /** Number of bytes that the broker sends ahead to a browser. */
    private static final int BROWSED_AHEAD = 1 << 16;

    private static final int UNLIMITED = -1;

    private final StoreContext store;
    private final ResolvedQueue queue;
    private final ConnectionPool.Lease lease;
    private final ClientConsumer consumer;

    public ArtemisBrowser(StoreContext store, ResolvedQueue queue) {
        this.store = store;
        this.queue = queue;
        lease =
                store.call(
                        queue.name(),
                        () -> store.broker.connections().open(ConnectionPool.Mode.IMMEDIATE));
        consumer = store.call(queue.name(), this::open);
    }

    private ClientConsumer open() throws ActiveMQException {
        try {
            return lease.session()
                    .createConsumer(queue.address(), null, BROWSED_AHEAD, UNLIMITED, true);
        } catch (ActiveMQException | RuntimeException e) {
            lease.close();
            throw e;
        }
    }

    @Override
    public QueueMessage next() {
        return store.call(
                queue.name(),
                () -> {
                    long now = System.currentTimeMillis();
                    for (ClientMessage m = received(); m != null; m = received()) {
                        if (m.getExpiration() == 0 || m.getExpiration() > now) {
                            int count = store.backouts.of(queue.name(), m.getMessageID());
                            return store.mapping.read(m, queue.name(), count);
                        }
                    }
                    return null;
                });
    }

    /**
     * Returns the next message; null at the end of the queue. The broker can report that it has no
     * message while it completes the delivery of a large message. A second request is answered
     * after that delivery.
     */
    private ClientMessage received() throws ActiveMQException {
        ClientMessage message = consumer.receiveImmediate();
        return message != null ? message : consumer.receiveImmediate();
    }

    @Override
    public void close() {
        try {
            consumer.close();
        } catch (ActiveMQException e) {
            // A lost consumer holds no resources.
        } finally {
            lease.close();
        }
    }
}
