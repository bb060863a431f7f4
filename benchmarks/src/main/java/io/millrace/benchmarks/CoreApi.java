package io.millrace.benchmarks;

import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.TransportConfiguration;
import org.apache.activemq.artemis.api.core.client.ActiveMQClient;
import org.apache.activemq.artemis.api.core.client.ClientConsumer;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.apache.activemq.artemis.api.core.client.ClientProducer;
import org.apache.activemq.artemis.api.core.client.ClientSession;
import org.apache.activemq.artemis.api.core.client.ClientSessionFactory;
import org.apache.activemq.artemis.api.core.client.ServerLocator;
import org.apache.activemq.artemis.core.remoting.impl.invm.InVMConnectorFactory;
import org.apache.activemq.artemis.core.remoting.impl.invm.InVMRegistry;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;

/**
 * The embedded broker of a home folder, used through Artemis' core API alone: the driving clients
 * of a benchmark, and the loop that it is compared with.
 */
final class CoreApi implements AutoCloseable {

    private static final int MOST_BROKERS = 1_000;

    private final ServerLocator locator;
    private final String user;
    private final String password;

    private CoreApi(ServerLocator locator, Properties credentials) {
        this.locator = locator;
        this.user = credentials.getProperty("user");
        this.password = credentials.getProperty("password");
    }

    /** Connects within this process to the only broker that runs in it. */
    static CoreApi of(Path home) {
        Properties credentials = new Properties();
        try (Reader reader = Files.newBufferedReader(home.resolve("credentials.properties"))) {
            credentials.load(reader);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        int id = 0;
        while (InVMRegistry.instance.getAcceptor(id) == null && id < MOST_BROKERS) {
            id++;
        }
        TransportConfiguration inVm =
                new TransportConfiguration(
                        InVMConnectorFactory.class.getName(), Map.of("serverId", id));
        ServerLocator locator = ActiveMQClient.createServerLocatorWithoutHA(inVm);
        locator.setBlockOnDurableSend(true).setBlockOnNonDurableSend(true);
        return new CoreApi(locator, credentials);
    }

    ClientSession session(boolean transacted) throws Exception {
        ClientSessionFactory factory = locator.createSessionFactory();
        ClientSession session =
                factory.createSession(
                        user,
                        password,
                        false,
                        !transacted,
                        !transacted,
                        false,
                        locator.getAckBatchSize());
        session.start();
        return session;
    }

    @Override
    public void close() {
        locator.close();
    }

    /**
     * Takes messages from one queue and puts them to another, each in a transaction of its own,
     * until it is stopped.
     */
    static final class Loop implements AutoCloseable {
        private final ClientSession session;
        private final Thread thread;
        private volatile boolean running = true;

        Loop(CoreApi api, String from, String to) throws Exception {
            session = api.session(true);
            ClientConsumer consumer = session.createConsumer(from);
            ClientProducer producer = session.createProducer(to);
            thread = Thread.ofPlatform().name("bare-loop").start(() -> run(consumer, producer));
        }

        private void run(ClientConsumer consumer, ClientProducer producer) {
            try {
                while (running) {
                    ClientMessage in = consumer.receive(100);
                    if (in != null) {
                        int size = in.getBodySize();
                        byte[] body = new byte[size];
                        in.getBodyBuffer().readBytes(body);
                        ClientMessage out = session.createMessage(in.isDurable());
                        out.setRoutingType(RoutingType.ANYCAST);
                        out.getBodyBuffer().writeBytes(body);
                        producer.send(out);
                        in.acknowledge();
                        session.commit();
                    }
                }
            } catch (ActiveMQException e) {
                if (running) {
                    throw new IllegalStateException(e);
                }
            }
        }

        @Override
        public void close() throws ActiveMQException {
            running = false;
            boolean interrupted = false;
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            session.close();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
