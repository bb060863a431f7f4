package io.millrace.benchmarks.drive;

import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.api.core.TransportConfiguration;
import org.apache.activemq.artemis.api.core.client.ActiveMQClient;
import org.apache.activemq.artemis.api.core.client.ClientSession;
import org.apache.activemq.artemis.api.core.client.ServerLocator;
import org.apache.activemq.artemis.core.remoting.impl.invm.InVMConnectorFactory;
import org.apache.activemq.artemis.core.remoting.impl.invm.InVMRegistry;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/**
 * A client of an embedded broker that uses only the core API of Artemis. Each session is for one
 * thread.
 *
 * @param serverId number of the broker in this process: {@code vm://ID}
 */
record CoreApi(ServerLocator locator, int serverId, String user, String password)
        implements AutoCloseable {

    /** Connects within this process to the only broker that runs in it. */
    static CoreApi of(Path home) {
        Properties credentials = ScratchFolder.properties(home.resolve("credentials.properties"));
        int id = 0;
        while (InVMRegistry.instance.getAcceptor(id) == null && id < 1_000) {
            id++;
        }
        TransportConfiguration inVm =
                new TransportConfiguration(
                        InVMConnectorFactory.class.getName(), Map.of("serverId", id));
        ServerLocator locator = ActiveMQClient.createServerLocatorWithoutHA(inVm);
        locator.setBlockOnDurableSend(true).setBlockOnNonDurableSend(true);
        return new CoreApi(
                locator, id, credentials.getProperty("user"), credentials.getProperty("password"));
    }

    /**
     * Opens and starts a session on a separate connection; {@link #close(ClientSession)} closes
     * both.
     *
     * @param drains whether messages are acknowledged on delivery
     */
    ClientSession session(boolean transacted, boolean drains) throws Exception {
        ClientSession session =
                locator.createSessionFactory()
                        .createSession(
                                user,
                                password,
                                false,
                                !transacted,
                                !transacted,
                                drains,
                                locator.getAckBatchSize());
        session.start();
        return session;
    }

    static void close(ClientSession session) {
        try {
            session.close();
        } catch (ActiveMQException e) {
            throw new IllegalStateException("a session could not be closed", e);
        } finally {
            session.getSessionFactory().close();
        }
    }

    /**
     * Creates an address that routes every message to each of the queues, if the address does not
     * exist.
     */
    void createTopic(String address, List<String> queues) throws Exception {
        ClientSession session = session(false, false);
        try {
            for (String queue : queues) {
                if (!session.queueQuery(SimpleString.of(queue)).isExists()) {
                    session.createQueue(
                            QueueConfiguration.of(queue)
                                    .setAddress(address)
                                    .setRoutingType(RoutingType.MULTICAST)
                                    .setDurable(true));
                }
            }
        } finally {
            close(session);
        }
    }

    /** A running drain of queues. Closing stops the broker. */
    interface Drain extends AutoCloseable {
        @Override
        void close();
    }

    /**
     * Consumes all messages of queues in the background, as cheaply as possible, until the drain is
     * closed.
     */
    Drain drain(List<String> queues) throws Exception {
        List<ClientSession> sessions = new ArrayList<>();
        for (int i = 0; i < queues.size(); i++) {
            if (i % 250 == 0) {
                sessions.add(session(false, true));
            }
            sessions.getLast()
                    .createConsumer(queues.get(i), null, 64 << 10, -1, false)
                    .setMessageHandler(message -> {});
        }
        return () -> sessions.forEach(CoreApi::close);
    }

    @Override
    public void close() {
        locator.close();
    }
}
