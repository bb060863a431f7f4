package io.millrace.store.artemis.access;

import io.millrace.engine.queue.QueueStoreSettings;
import io.millrace.store.home.Credentials;
import io.millrace.store.home.HomeFolder;

import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.core.server.plugin.ActiveMQServerBasePlugin;
import org.apache.activemq.artemis.spi.core.security.ActiveMQSecurityManager;

import java.time.InstantSource;
import java.util.List;
import java.util.function.Predicate;

/**
 * The access control of an embedded broker: authentication, rights, the checks of messages from
 * clients, and the audit log. Safe for use by several threads.
 */
public final class AccessControl {

    /** Property with the address that sent a request to this process, for the audit log. */
    public static final SimpleString CLIENT_ADDRESS = SimpleString.of("millrace_client");

    private final AuditLog audit;
    private final ActiveMQSecurityManager security;
    private final List<ActiveMQServerBasePlugin> plugins;

    /**
     * @param own user of this process, with all rights
     * @param isQueue whether a queue of a name exists
     * @param requests address whose messages get {@link #CLIENT_ADDRESS}
     */
    public AccessControl(
            HomeFolder home,
            Credentials own,
            QueueStoreSettings settings,
            Predicate<String> isQueue,
            SimpleString requests) {
        audit = new AuditLog(home, InstantSource.system());
        UserRights rights = new UserRights(own.user(), settings.users(), isQueue);
        LoginDelay delay = new LoginDelay(InstantSource.system());
        security = new StoreSecurity(own, settings.users(), rights, delay, audit);
        plugins =
                List.of(
                        new ClientMessageFilter(
                                own.user(), rights, settings.maxMessageBytes(), requests),
                        new ClientAccess(rights, audit));
    }

    public AuditLog audit() {
        return audit;
    }

    public ActiveMQSecurityManager security() {
        return security;
    }

    /** Returns the plugins that check what clients do. */
    public List<ActiveMQServerBasePlugin> plugins() {
        return plugins;
    }
}
