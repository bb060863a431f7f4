package io.millrace.store.artemis.embedded;

import io.millrace.engine.queue.ClientConnection;

import org.apache.activemq.artemis.api.core.ActiveMQDisconnectedException;
import org.apache.activemq.artemis.core.remoting.impl.invm.InVMConnection;
import org.apache.activemq.artemis.core.remoting.server.RemotingService;
import org.apache.activemq.artemis.core.server.ActiveMQServer;
import org.apache.activemq.artemis.core.server.ServerSession;
import org.apache.activemq.artemis.spi.core.protocol.RemotingConnection;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;

/** The connections of clients to the acceptors of a server. Safe for use by several threads. */
record ClientConnections(ActiveMQServer server) {

    private List<RemotingConnection> clients() {
        RemotingService remoting = server.getRemotingService();
        return remoting == null
                ? List.of()
                : remoting.getConnections().stream()
                        .filter(c -> !(c.getTransportConnection() instanceof InVMConnection))
                        .toList();
    }

    List<ClientConnection> list() {
        List<ClientConnection> all = new ArrayList<>();
        for (RemotingConnection client : clients()) {
            all.add(status(client));
        }
        all.sort(Comparator.comparing(ClientConnection::opened));
        return all;
    }

    private ClientConnection status(RemotingConnection client) {
        TreeSet<String> users = new TreeSet<>();
        int sessions = 0;
        int readers = 0;
        int writers = 0;
        for (ServerSession session : server.getSessions()) {
            if (client.equals(session.getRemotingConnection())) {
                sessions++;
                readers += session.getConsumerCount();
                writers += session.getProducerCount();
                if (session.getValidatedUser() != null) {
                    users.add(session.getValidatedUser());
                }
            }
        }
        String address = Objects.toString(client.getRemoteAddress(), "");
        return new ClientConnection(
                client.getID().toString(),
                String.join(", ", users),
                Objects.toString(client.getClientID(), ""),
                client.getProtocolName(),
                address.substring(address.indexOf('/') + 1),
                Instant.ofEpochMilli(client.getCreationTime()),
                sessions,
                readers,
                writers);
    }

    /** Closes a connection; returns false if it does not exist. */
    boolean disconnect(String id) {
        for (RemotingConnection client : clients()) {
            if (client.getID().toString().equals(id)) {
                server.getRemotingService().removeConnection(client.getID());
                client.fail(new ActiveMQDisconnectedException("an operator closed the connection"));
                return true;
            }
        }
        return false;
    }
}
