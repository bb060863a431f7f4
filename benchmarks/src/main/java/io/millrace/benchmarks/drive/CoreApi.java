package io.millrace.benchmarks.drive;

import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.api.core.TransportConfiguration;
import org.apache.activemq.artemis.api.core.client.ActiveMQClient;
import org.apache.activemq.artemis.api.core.client.ClientSession;
import org.apache.activemq.artemis.api.core.client.ServerLocator;
import org.apache.activemq.artemis.core.remoting.impl.invm.InVMConnectorFactory;
import org.apache.activemq.artemis.core.remoting.impl.invm.InVMRegistry;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/**
 * The embedded broker of a home folder, used through Artemis' core API alone: for driving clients,
 * and for the loop that flows are compared with. Sessions are for one thread each.
 */
public final class CoreApi implements AutoCloseable {

    private static final int MAX_BROKERS = 1_000;

    private final ServerLocator locator;
    private final int serverId;
    private final String user;
    private final String password;

    private CoreApi(ServerLocator locator, int serverId, Properties credentials) {
        this.locator = locator;
        this.serverId = serverId;
        this.user = credentials.getProperty("user");
        this.password = credentials.getProperty("password");
    }

    /** Connects within this process to the only broker that runs in it. */
    public static CoreApi of(Path home) {
        Properties credentials = new Properties();
        try (Reader reader = Files.newBufferedReader(home.resolve("credentials.properties"))) {
            credentials.load(reader);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        int id = 0;
        while (InVMRegistry.instance.getAcceptor(id) == null && id < MAX_BROKERS) {
            id++;
        }
        TransportConfiguration inVm =
                new TransportConfiguration(
                        InVMConnectorFactory.class.getName(), Map.of("serverId", id));
        ServerLocator locator = ActiveMQClient.createServerLocatorWithoutHA(inVm);
        locator.setBlockOnDurableSend(true).setBlockOnNonDurableSend(true);
        return new CoreApi(locator, id, credentials);
    }

    /** Returns the broker's number among those of this process: {@code vm://ID}. */
    public int serverId() {
        return serverId;
    }

    public String user() {
        return user;
    }

    public String password() {
        return password;
    }

    /**
     * Opens and starts a session on its own connection; {@link #close(ClientSession)} closes both.
     */
    public ClientSession session(boolean transacted) throws Exception {
        return session(transacted, false);
    }

    /** Opens a session whose messages are acknowledged when the broker delivers them. */
    ClientSession drainingSession() throws Exception {
        return session(false, true);
    }

    private ClientSession session(boolean transacted, boolean preAcknowledge) throws Exception {
        ClientSession session =
                locator.createSessionFactory()
                        .createSession(
                                user,
                                password,
                                false,
                                !transacted,
                                !transacted,
                                preAcknowledge,
                                locator.getAckBatchSize());
        session.start();
        return session;
    }

    /** Ends a session and its connection. */
    public static void close(ClientSession session) {
        try {
            session.close();
        } catch (Exception e) {
            throw new IllegalStateException("a session could not be closed", e);
        } finally {
            session.getSessionFactory().close();
        }
    }

    /** Creates an address whose queues all get every message, unless it exists. */
    void createTopic(String address, List<String> queues) throws Exception {
        ClientSession session = session(false);
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

    @Override
    public void close() {
        locator.close();
    }
}
