package io.millrace.store.artemis.access;

import org.apache.activemq.artemis.core.server.ServerSession;
import org.apache.activemq.artemis.spi.core.protocol.RemotingConnection;
import org.apache.activemq.artemis.spi.core.security.jaas.UserPrincipal;

import java.util.Arrays;

/** An authenticated user and the address from which the user is connected. */
final class Client extends UserPrincipal {

    private final String address;
    private final String protocol;

    Client(String user, RemotingConnection connection) {
        super(user);
        address = address(connection);
        protocol = protocol(connection);
    }

    /** Returns the user of a session. */
    static Client of(ServerSession session) {
        return new Client(
                String.valueOf(session.getValidatedUser()), session.getRemotingConnection());
    }

    AuditLog.Entry entry(String event, String object, String outcome) {
        return new AuditLog.Entry(event, getName(), address, protocol, object, outcome);
    }

    String address() {
        return address;
    }

    /** Returns the address of the other side without its port; empty within this process. */
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
     * Returns the key by which login delays are counted. This is the address, or the network of an
     * IPv6 address, because one customer has a whole network.
     */
    static String network(String address) {
        String[] groups = address.replaceAll("[\\[\\]]", "").split(":");
        return groups.length == 8 ? String.join(":", Arrays.copyOf(groups, 4)) : address;
    }

    static String protocol(RemotingConnection connection) {
        return connection == null ? "" : String.valueOf(connection.getProtocolName());
    }
}
