package io.millrace.store.artemis.embedded;

import io.millrace.store.artemis.access.AccessControl;

import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.Message;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.core.postoffice.RoutingStatus;
import org.apache.activemq.artemis.core.remoting.impl.invm.InVMConnection;
import org.apache.activemq.artemis.core.server.ActiveMQServer;
import org.apache.activemq.artemis.core.server.MessageReference;
import org.apache.activemq.artemis.core.server.RoutingContext;
import org.apache.activemq.artemis.core.server.ServerConsumer;
import org.apache.activemq.artemis.core.server.ServerSession;
import org.apache.activemq.artemis.core.server.impl.AckReason;
import org.apache.activemq.artemis.core.server.plugin.ActiveMQServerMessagePlugin;
import org.apache.activemq.artemis.core.transaction.Transaction;

/**
 * The checks of each message in an embedded broker. The checks are combined in one plugin because
 * Artemis calls each plugin at eight points for each message, which is expensive.
 */
final class MessageChecks implements ActiveMQServerMessagePlugin {

    private final DiskSpace space;
    private final AccessControl access;
    private final ClientUnitLimits units;
    private final RemovalListener removals;
    private final PutLimits puts;
    private final DepthLimits depths;
    private SimpleString management = SimpleString.of("");

    MessageChecks(
            DiskSpace space,
            AccessControl access,
            ClientUnitLimits units,
            RemovalListener removals,
            PutLimits puts,
            DepthLimits depths) {
        this.space = space;
        this.access = access;
        this.units = units;
        this.removals = removals;
        this.puts = puts;
        this.depths = depths;
    }

    /** Whether a session is not a session of this process. */
    static boolean isRemote(ServerSession session) {
        return !(session.getRemotingConnection().getTransportConnection()
                instanceof InVMConnection);
    }

    @Override
    public void registered(ActiveMQServer server) {
        management = server.getConfiguration().getManagementAddress();
        depths.registered(server);
    }

    @Override
    public void beforeSend(
            ServerSession session,
            Transaction tx,
            Message message,
            boolean direct,
            boolean noAutoCreateQueue)
            throws ActiveMQException {
        try {
            // Requests of commands are not stored. Queues of a full disk can be inspected and read.
            if (!message.getAddressSimpleString().equals(management)) {
                space.check(message);
            }
            access.beforeSend(session, tx, message);
        } catch (ActiveMQException refusal) {
            if (tx != null && isRemote(session)) {
                // A client does not wait for the result of a send in a unit of work.
                tx.markAsRollbackOnly(refusal);
            }
            throw refusal;
        }
        units.beforeSend(session, tx);
    }

    @Override
    public void afterSend(
            ServerSession session,
            Transaction tx,
            Message message,
            boolean direct,
            boolean noAutoCreateQueue,
            RoutingStatus result)
            throws ActiveMQException {
        access.afterSend(session, tx, message, result);
    }

    @Override
    public void beforeMessageRoute(
            Message message, RoutingContext context, boolean direct, boolean rejectDuplicates)
            throws ActiveMQException {
        units.beforeMessageRoute(message, context);
        puts.beforeMessageRoute(message, context);
        depths.beforeMessageRoute(message, context);
    }

    @Override
    public void afterMessageRoute(
            Message message,
            RoutingContext context,
            boolean direct,
            boolean rejectDuplicates,
            RoutingStatus result) {
        depths.afterMessageRoute(context);
    }

    @Override
    public void onMessageRouteException(
            Message message,
            RoutingContext context,
            boolean direct,
            boolean rejectDuplicates,
            Exception failure) {
        depths.onMessageRouteException(context);
    }

    @Override
    public void messageAcknowledged(
            Transaction tx, MessageReference reference, AckReason reason, ServerConsumer consumer)
            throws ActiveMQException {
        removals.messageAcknowledged(tx, reference);
        units.messageAcknowledged(tx, reference, consumer);
    }
}
