package io.millrace.store.artemis.embedded;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.queue.OpenUnits;
import io.millrace.engine.queue.StoreUser;

import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.ActiveMQTransactionRolledBackException;
import org.apache.activemq.artemis.api.core.Message;
import org.apache.activemq.artemis.core.remoting.impl.invm.InVMConnection;
import org.apache.activemq.artemis.core.server.ActiveMQServer;
import org.apache.activemq.artemis.core.server.MessageReference;
import org.apache.activemq.artemis.core.server.RoutingContext;
import org.apache.activemq.artemis.core.server.ServerConsumer;
import org.apache.activemq.artemis.core.server.ServerSession;
import org.apache.activemq.artemis.core.server.plugin.ActiveMQServerConsumerPlugin;
import org.apache.activemq.artemis.core.transaction.Transaction;
import org.apache.activemq.artemis.core.transaction.TransactionOperationAbstract;
import org.apache.activemq.artemis.spi.core.protocol.RemotingConnection;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A plugin that applies the unit-of-work limits of Millrace to the clients of an embedded broker,
 * for all protocols. Messages got and put are counted in the broker.
 */
final class ClientUnitLimits implements ActiveMQServerConsumerPlugin {

    /** Key that links the consumers of clients to their sessions. */
    private static final String CLIENT = "millrace.client";

    private final OpenUnits units;
    private final Map<String, Integer> limits = new HashMap<>();
    private final ThreadLocal<ServerSession> sending = new ThreadLocal<>();
    private final Map<Transaction, OpenUnits.Unit> open = new ConcurrentHashMap<>();
    private ActiveMQServer server;

    public ClientUnitLimits(OpenUnits units, List<StoreUser> users) {
        this.units = units;
        for (StoreUser user : users) {
            if (user.maxUncommittedMessages() > 0) {
                limits.put(user.name(), user.maxUncommittedMessages());
            }
        }
    }

    @Override
    public void registered(ActiveMQServer to) {
        server = to;
    }

    @Override
    public void afterCreateConsumer(ServerConsumer consumer) {
        ServerSession session = server.getSessionByID(consumer.getSessionID());
        if (session != null && isClient(session)) {
            consumer.addAttachment(CLIENT, session);
        }
    }

    private static boolean isClient(ServerSession session) {
        RemotingConnection connection = session.getRemotingConnection();
        return connection != null
                && !(connection.getTransportConnection() instanceof InVMConnection);
    }

    /**
     * Counts a sent message. Whether it belongs to a unit is known only when it is routed, because
     * the sender always has a transaction.
     */
    public void beforeSend(ServerSession session, Transaction tx) {
        if (tx != null && session != null && isClient(session)) {
            sending.set(session);
        } else {
            sending.remove();
        }
    }

    public void beforeMessageRoute(Message message, RoutingContext context)
            throws ActiveMQException {
        ServerSession session = sending.get();
        Transaction tx = session == null ? null : context.getTransaction();
        if (tx != null) {
            sending.remove();
            try {
                unit(tx, session).put(message.getEncodeSize());
            } catch (MillraceException reason) {
                throw refuse(tx, reason);
            }
        }
    }

    public void messageAcknowledged(
            Transaction tx, MessageReference reference, ServerConsumer consumer)
            throws ActiveMQException {
        if (tx == null
                || consumer == null
                || !(consumer.getAttachment(CLIENT) instanceof ServerSession session)) {
            return;
        }
        try {
            unit(tx, session).got(reference.getMessage().getEncodeSize());
        } catch (MillraceException reason) {
            throw refuse(tx, reason);
        }
    }

    /** Marks the unit as rollback-only, so that a commit fails with the same error text. */
    private static ActiveMQException refuse(Transaction tx, MillraceException reason) {
        ActiveMQException refusal =
                new ActiveMQTransactionRolledBackException(
                        reason.code().id() + ": " + reason.getMessage());
        tx.markAsRollbackOnly(refusal);
        return refusal;
    }

    private OpenUnits.Unit unit(Transaction tx, ServerSession session) {
        OpenUnits.Unit known = open.get(tx);
        return known != null ? known : begin(tx, session);
    }

    private OpenUnits.Unit begin(Transaction tx, ServerSession session) {
        RemotingConnection connection = session.getRemotingConnection();
        String user = String.valueOf(session.getValidatedUser());
        int most = limits.getOrDefault(user, units.limits().maxUncommittedMessages());
        OpenUnits.Unit unit =
                units.of(
                        user,
                        connection.getProtocolName()
                                + " client at "
                                + connection.getRemoteAddress(),
                        most);
        unit.whenBackedOut(() -> disconnect(tx, connection));
        open.put(tx, unit);
        tx.addOperation(
                new TransactionOperationAbstract() {
                    @Override
                    public void afterCommit(Transaction ended) {
                        end(ended);
                    }

                    @Override
                    public void afterRollback(Transaction ended) {
                        end(ended);
                    }
                });
        return unit;
    }

    private void end(Transaction tx) {
        OpenUnits.Unit unit = open.remove(tx);
        if (unit != null) {
            unit.ended();
            unit.close();
        }
    }

    /** Disconnects a client. The work of its connection is rolled back when the connection ends. */
    private static void disconnect(Transaction tx, RemotingConnection connection) {
        ActiveMQException reason =
                new ActiveMQTransactionRolledBackException(
                        "an operator backed out the unit of work");
        tx.markAsRollbackOnly(reason);
        connection.fail(reason);
    }
}
