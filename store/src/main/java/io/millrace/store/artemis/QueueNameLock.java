package io.millrace.store.artemis;

import io.millrace.engine.queue.NameLock;
import io.millrace.store.artemis.connection.ConnectionPool;

import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;

/**
 * A name lock implemented with a temporary queue. A second queue with the name cannot be created,
 * and the broker deletes the queue when the connection of its creator ends.
 */
record QueueNameLock(String name, ConnectionPool.Lease lease) implements NameLock {

    private static final String SUFFIX = ".HOLDER";

    /** Locks a name. Throws ActiveMQQueueExistsException if the name is already locked. */
    static QueueNameLock of(String name, ConnectionPool connections) throws ActiveMQException {
        String queue = name + SUFFIX;
        ConnectionPool.Lease lease = connections.open(ConnectionPool.Mode.IMMEDIATE);
        try {
            lease.session()
                    .createQueue(
                            QueueConfiguration.of(queue)
                                    .setRoutingType(RoutingType.ANYCAST)
                                    .setDurable(false)
                                    .setTemporary(true));
            return new QueueNameLock(queue, lease);
        } catch (ActiveMQException | RuntimeException e) {
            lease.close();
            throw e;
        }
    }

    @Override
    public boolean isLost() {
        return lease.session().isClosed();
    }

    @Override
    public void close() {
        try {
            // The broker would delete the queue only some time after the end of the connection.
            lease.session().deleteQueue(name);
        } catch (ActiveMQException e) {
            // The connection is closed, so the broker has deleted the queue.
        }
        lease.close();
    }
}
