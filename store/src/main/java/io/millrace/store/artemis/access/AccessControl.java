package io.millrace.store.artemis.access;

import io.millrace.engine.queue.AuditLog;
import io.millrace.engine.queue.QueueStoreSettings;
import io.millrace.store.home.Credentials;
import io.millrace.store.home.HomeFolder;

import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.Message;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.core.postoffice.RoutingStatus;
import org.apache.activemq.artemis.core.server.ActivateCallback;
import org.apache.activemq.artemis.core.server.ActiveMQServer;
import org.apache.activemq.artemis.core.server.ServerSession;
import org.apache.activemq.artemis.core.server.plugin.ActiveMQServerBasePlugin;
import org.apache.activemq.artemis.core.transaction.Transaction;
import org.apache.activemq.artemis.spi.core.security.ActiveMQSecurityManager;

import java.time.InstantSource;
import java.util.Collection;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * The access control of an embedded broker: authentication, rights, the checks of messages from
 * clients, and the audit log. Safe for use by several threads.
 */
public final class AccessControl {

    /** Property with the address that sent a request to this process, for the audit log. */
    public static final SimpleString CLIENT_ADDRESS = SimpleString.of("millrace_client");

    private final AuditLog audit;
    private final StoreSecurity security;
    private final StompFrameCheck frames;
    private final ClientMessageFilter filter;
    private final ClientAccess clients;
    private final UserRights rights;

    /**
     * @param own user of this process, with all rights
     * @param names existing queues, their models and creators
     * @param queues names of the queues, for hints
     * @param requests address whose messages get {@link #CLIENT_ADDRESS}
     */
    public AccessControl(
            HomeFolder home,
            Credentials own,
            QueueStoreSettings settings,
            QueueNames names,
            Supplier<Collection<String>> queues,
            SimpleString requests) {
        audit = new AuditLog(home.path(), InstantSource.system());
        rights = new UserRights(own.user(), settings.users(), names);
        LoginDelay delay = new LoginDelay(InstantSource.system());
        security = new StoreSecurity(own, settings.users(), rights, delay, audit);
        frames = new StompFrameCheck(security, rights, audit, queues);
        filter = new ClientMessageFilter(own.user(), rights, settings.maxMessageBytes(), requests);
        clients = new ClientAccess(rights, audit);
    }

    public AuditLog audit() {
        return audit;
    }

    public ActiveMQSecurityManager security() {
        return security;
    }

    /**
     * Makes a server check the frames of STOMP clients. Must be called before the server is
     * started.
     *
     * @param full function that returns the maximum depth of a full queue; 0 for other queues
     */
    public void checkFrames(ActiveMQServer server, ToLongFunction<String> full) {
        server.registerActivateCallback(
                new ActivateCallback() {
                    @Override
                    public void activated() {
                        server.getRemotingService().addIncomingInterceptor(frames);
                        server.getRemotingService().addOutgoingInterceptor(new StompErrors(full));
                        server.getRemotingService().addOutgoingInterceptor(new StompHeaders());
                    }
                });
    }

    /** Whether a configured user has the right to put messages on a queue. */
    public boolean mayPut(String user, String queue) {
        return rights.mayPut(user, queue);
    }

    /** Returns the plugin that checks the operations of clients on queues. */
    public ActiveMQServerBasePlugin plugin() {
        return clients;
    }

    /** Checks a message that a client sends. */
    public void beforeSend(ServerSession session, Transaction tx, Message message)
            throws ActiveMQException {
        filter.check(session, message);
        clients.beforeSend(session, tx, message);
    }

    /** Rejects a message that was routed to no queue. */
    public void afterSend(
            ServerSession session, Transaction tx, Message message, RoutingStatus result)
            throws ActiveMQException {
        clients.afterSend(session, tx, message, result);
    }
}
