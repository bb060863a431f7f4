package io.millrace.connectors.camel;

import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;

import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.config.impl.SecurityConfiguration;
import org.apache.activemq.artemis.core.security.Role;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.apache.activemq.artemis.spi.core.security.ActiveMQJAASSecurityManager;
import org.apache.activemq.artemis.spi.core.security.jaas.InVMLoginModule;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** A second broker, with the queues IN and OUT and one user. */
final class JmsCounterpart implements Counterpart {

    private static final String PASSWORD = "s3cret";

    private final EmbeddedActiveMQ broker = new EmbeddedActiveMQ();
    private final ActiveMQConnectionFactory factory;
    private final Path passwordFile;
    private final int port;
    private final String url;

    JmsCounterpart(Path folder) throws Exception {
        port = unusedPort();
        url = "tcp://127.0.0.1:" + port;
        passwordFile = Files.writeString(folder.resolve("password"), PASSWORD);
        Configuration configuration =
                new ConfigurationImpl()
                        .setPersistenceEnabled(false)
                        .setName("partner")
                        .setJournalDirectory(folder.resolve("journal").toString())
                        .addAcceptorConfiguration("tcp", url)
                        .addAddressSetting(
                                "#",
                                new AddressSettings()
                                        .setMaxDeliveryAttempts(-1)
                                        .setAutoCreateQueues(false)
                                        .setAutoCreateAddresses(false))
                        .putSecurityRoles(
                                "#",
                                Set.of(
                                        new Role(
                                                "all", true, true, true, true, true, true, true,
                                                true, true, true, true, true)));
        for (String queue : List.of("IN", "OUT")) {
            configuration.addQueueConfiguration(
                    QueueConfiguration.of(queue).setRoutingType(RoutingType.ANYCAST));
        }
        SecurityConfiguration users = new SecurityConfiguration();
        users.addUser("partner", PASSWORD);
        users.addRole("partner", "all");
        broker.setConfiguration(configuration);
        broker.setSecurityManager(
                new ActiveMQJAASSecurityManager(InVMLoginModule.class.getName(), users));
        broker.start();
        factory = new ActiveMQConnectionFactory(url);
    }

    int port() {
        return port;
    }

    private static String bean(String url) {
        return """
        credentials: partner, beans: \
        ["factory=#class:org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory", \
        "factory.brokerURL=%s"]\
        """
                .formatted(url);
    }

    static String queue(String name, String url) {
        return "uri: \"jms:queue:%s\", %s".formatted(name, bean(url));
    }

    @Override
    public String input() {
        return queue("IN", url);
    }

    @Override
    public String output() {
        return queue("OUT", url) + ", bodyType: text";
    }

    @Override
    public String settings() {
        return FtpCounterpart.settings(passwordFile);
    }

    private Connection connect() throws JMSException {
        Connection connection = factory.createConnection("partner", PASSWORD);
        connection.start();
        return connection;
    }

    @Override
    public void offer(String text) throws JMSException {
        try (Connection connection = connect();
                Session session = connection.createSession()) {
            TextMessage message = session.createTextMessage(text);
            session.createProducer(session.createQueue("IN")).send(message);
        }
    }

    @Override
    public int pending() {
        return Math.toIntExact(
                broker.getActiveMQServer().locateQueue(SimpleString.of("IN")).getMessageCount());
    }

    @Override
    public List<String> sent() throws JMSException {
        List<String> texts = new ArrayList<>();
        try (Connection connection = connect();
                Session session = connection.createSession();
                MessageConsumer consumer = session.createConsumer(session.createQueue("OUT"))) {
            for (Message m = consumer.receive(500); m != null; m = consumer.receive(50)) {
                texts.add(((TextMessage) m).getText());
            }
        }
        return texts;
    }

    @Override
    public void close() throws IOException {
        try {
            factory.close();
            broker.stop();
        } catch (Exception e) {
            throw new IOException(e);
        }
    }

    /** A port at which nothing listens. */
    static int unusedPort() throws IOException {
        try (ServerSocket free = new ServerSocket(0)) {
            return free.getLocalPort();
        }
    }
}
