package io.millrace.store.artemis.access;

import io.millrace.engine.queue.AuditLog;

import org.apache.activemq.artemis.core.server.ServerSession;
import org.apache.activemq.artemis.spi.core.protocol.RemotingConnection;
import org.apache.activemq.artemis.spi.core.security.jaas.UserPrincipal;

import java.security.Principal;
import java.util.Arrays;
import java.util.Objects;

import javax.security.auth.Subject;

/** An authenticated user and the address from which the user is connected. */
final class Client extends UserPrincipal {

    private final String address;
    private final String protocol;
    private final String login;
    private final transient String password;

    Client(String user, RemotingConnection connection) {
        this(user, connection, null, null);
    }

    /**
     * Creates a user who logged in with a name and password, which the connection also contains.
     */
    Client(String user, RemotingConnection connection, String login, String password) {
        super(user);
        this.login = login;
        this.password = password;
        address = address(connection);
        protocol = protocol(connection);
    }

    /** Returns the user of a session. */
    static Client of(ServerSession session) {
        return new Client(
                String.valueOf(session.getValidatedUser()), session.getRemotingConnection());
    }

    /** Returns the user of a subject that {@link StoreSecurity} created; null if there is none. */
    static Client of(Subject subject) {
        // Subject.getPrincipals(Class) copies the set, which is too slow for each message.
        for (Principal principal : subject.getPrincipals()) {
            if (principal instanceof Client client) {
                return client;
            }
        }
        return null;
    }

    boolean loggedInWith(String name, String secret) {
        return Objects.equals(login, name) && Objects.equals(password, secret);
    }

    AuditLog.Entry entry(String event, String object, String outcome) {
        return new AuditLog.Entry(event, getName(), address, protocol, object, outcome);
    }

    /** Returns the address of the client without its port; empty for a client in this process. */
    static String address(RemotingConnection connection) {
        String text = connection == null ? null : connection.getRemoteAddress();
        if (text == null || text.startsWith("invm")) {
            return "";
        }
        String host = text.substring(text.indexOf('/') + 1);
        int port = host.lastIndexOf(':');
        return port < 0 ? host : host.substring(0, port);
    }

    /**
     * Returns the key for login delays: the address or, for IPv6, the network, because a client can
     * use all addresses of its network.
     */
    static String network(String address) {
        String[] groups = address.replaceAll("[\\[\\]]", "").split(":");
        return groups.length == 8 ? String.join(":", Arrays.copyOf(groups, 4)) : address;
    }

    static String protocol(RemotingConnection connection) {
        return connection == null ? "" : String.valueOf(connection.getProtocolName());
    }
}
