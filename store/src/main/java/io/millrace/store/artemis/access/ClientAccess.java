package io.millrace.store.artemis.access;

import io.millrace.engine.queue.AuditLog;

import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.ActiveMQNonExistentQueueException;
import org.apache.activemq.artemis.api.core.ActiveMQSecurityException;
import org.apache.activemq.artemis.api.core.Message;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.api.core.management.ManagementHelper;
import org.apache.activemq.artemis.core.postoffice.QueueBinding;
import org.apache.activemq.artemis.core.postoffice.RoutingStatus;
import org.apache.activemq.artemis.core.remoting.impl.invm.InVMConnection;
import org.apache.activemq.artemis.core.security.SecurityAuth;
import org.apache.activemq.artemis.core.server.ActiveMQServer;
import org.apache.activemq.artemis.core.server.Queue;
import org.apache.activemq.artemis.core.server.ServerSession;
import org.apache.activemq.artemis.core.server.impl.AddressInfo;
import org.apache.activemq.artemis.core.server.plugin.ActiveMQServerConsumerPlugin;
import org.apache.activemq.artemis.core.server.plugin.ActiveMQServerQueuePlugin;
import org.apache.activemq.artemis.core.transaction.Transaction;
import org.apache.activemq.artemis.utils.CompositeAddress;

import java.util.regex.Pattern;

/**
 * A plugin that checks rights that Artemis does not check: to create and delete queues, to receive
 * from a subscription, and to send to an address without queues. It writes administrative changes
 * to the audit log.
 */
final class ClientAccess implements ActiveMQServerQueuePlugin, ActiveMQServerConsumerPlugin {

    /** Management operations that only read. */
    private static final Pattern READS = Pattern.compile("(get|is|list|count|browse|show|has).*");

    private final UserRights rights;
    private final AuditLog audit;
    private ActiveMQServer server;

    ClientAccess(UserRights rights, AuditLog audit) {
        this.rights = rights;
        this.audit = audit;
    }

    @Override
    public void registered(ActiveMQServer to) {
        server = to;
    }

    /**
     * Checks the creation of a queue. If the queue has a user, the rights of the creating session
     * were checked immediately before.
     */
    @Override
    public void beforeCreateQueue(QueueConfiguration queue) throws ActiveMQException {
        if (queue.getUser() == null) {
            return;
        }
        if (!rights.mayCreate(queue.getUser().toString(), queue)) {
            throw refused(StoreSecurity.acting(), "create", queue.getName());
        }
    }

    @Override
    public void afterCreateQueue(Queue queue) {
        if (isLasting(queue) && queue.getUser() != null) {
            audit.change(
                    StoreSecurity.acting().entry("queue.create", queue.getName().toString(), "ok"));
        }
    }

    @Override
    public void beforeDestroyQueue(
            Queue queue,
            SecurityAuth session,
            boolean checkConsumerCount,
            boolean removeConsumers,
            boolean autoDeleteAddress)
            throws ActiveMQException {
        if (session instanceof ServerSession client) {
            Client user = Client.of(client);
            if (!rights.mayDelete(user.getName(), queue)) {
                throw refused(user, "delete", queue.getName());
            }
        }
    }

    @Override
    public void afterDestroyQueue(
            Queue queue,
            SimpleString address,
            SecurityAuth session,
            boolean checkConsumerCount,
            boolean removeConsumers,
            boolean autoDeleteAddress) {
        if (session instanceof ServerSession client && isLasting(queue)) {
            audit.change(Client.of(client).entry("queue.delete", queue.getName().toString(), "ok"));
        }
    }

    /**
     * Checks the receiver of a subscription, because Artemis checks only the right to the topic.
     */
    @Override
    public void beforeCreateConsumer(
            long id,
            QueueBinding binding,
            SimpleString selector,
            boolean browse,
            boolean supportsLargeMessages)
            throws ActiveMQException {
        Client client = StoreSecurity.acting();
        Queue queue = binding.getQueue();
        if (client != null && !rights.mayReceive(client.getName(), queue)) {
            throw refused(client, browse ? "browse" : "consume", queue.getName());
        }
    }

    private static boolean isLasting(Queue queue) {
        return queue.isDurable() && queue.getRoutingType() == RoutingType.ANYCAST;
    }

    void beforeSend(ServerSession session, Transaction tx, Message message)
            throws ActiveMQException {
        SimpleString address = message.getAddressSimpleString();
        if (isClient(session) && address != null && CompositeAddress.isFullyQualified(address)) {
            // Otherwise Artemis could route the message to the queues of the previous message.
            Queue queue = server.locateQueue(CompositeAddress.extractQueueName(address));
            SimpleString owner = CompositeAddress.extractAddressName(address);
            if (queue == null || !queue.getAddress().equals(owner)) {
                throw noQueue(session, tx, address);
            }
        }
    }

    void afterSend(ServerSession session, Transaction tx, Message message, RoutingStatus result)
            throws ActiveMQException {
        if (!isClient(session)) {
            return;
        }
        SimpleString address = message.getAddressSimpleString();
        if (address.equals(server.getConfiguration().getManagementAddress())) {
            managed(session, message);
        } else if (result == RoutingStatus.NO_BINDINGS && !isTopic(address, message)) {
            throw noQueue(session, tx, address);
        }
    }

    private static boolean isClient(ServerSession session) {
        return session != null
                && !(session.getRemotingConnection().getTransportConnection()
                        instanceof InVMConnection);
    }

    private ActiveMQException noQueue(ServerSession session, Transaction tx, SimpleString address) {
        ActiveMQException refusal =
                new ActiveMQNonExistentQueueException("message rejected: unknown queue " + address);
        if (tx != null) {
            tx.markAsRollbackOnly(refusal);
        }
        Refusals.add(audit, Client.of(session).entry("send", address.toString(), AuditLog.UNKNOWN));
        return refusal;
    }

    /**
     * Whether the message is a publication. A publication is accepted even if it has no
     * subscribers.
     */
    private boolean isTopic(SimpleString address, Message message) {
        AddressInfo info = server.getAddressInfo(address);
        return message.getRoutingType() == RoutingType.MULTICAST
                || message.getRoutingType() == null
                        && info != null
                        && info.getRoutingTypes().contains(RoutingType.MULTICAST);
    }

    /**
     * Writes a management operation to the audit log. Only the first argument, the object of the
     * change, is written, because other arguments can be secrets.
     */
    private void managed(ServerSession session, Message message) {
        String operation = message.getStringProperty(ManagementHelper.HDR_OPERATION_NAME);
        if (operation == null || READS.matcher(operation).matches()) {
            return;
        }
        String resource = message.getStringProperty(ManagementHelper.HDR_RESOURCE_NAME);
        String object = resource;
        try {
            Object[] arguments = ManagementHelper.retrieveOperationParameters(message);
            if (arguments != null && arguments.length > 0) {
                object = resource + " " + arguments[0];
            }
        } catch (Exception e) {
            // Artemis also rejects the request.
        }
        audit.change(Client.of(session).entry("manage." + operation, object, "ok"));
    }

    private ActiveMQException refused(Client client, String operation, SimpleString queue) {
        Refusals.add(audit, client.entry(operation, queue.toString(), AuditLog.REFUSED));
        return new ActiveMQSecurityException(
                "user " + client.getName() + " lacks the right to " + operation + " " + queue);
    }
}
