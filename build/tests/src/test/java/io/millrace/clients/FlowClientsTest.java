package io.millrace.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.engine.queue.Acceptor;
import io.millrace.engine.queue.Acceptor.Protocol;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueModel;
import io.millrace.engine.queue.QueueRules;
import io.millrace.engine.queue.QueueThresholds;
import io.millrace.flows.Application;
import io.millrace.flows.Broker;

import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.Destination;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TextMessage;

import org.apache.qpid.jms.JmsConnectionFactory;
import org.eclipse.paho.client.mqttv3.MqttClient;
import org.eclipse.paho.client.mqttv3.MqttConnectOptions;
import org.eclipse.paho.client.mqttv3.persist.MemoryPersistence;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * JMS over AMQP 1.0 with Qpid, and MQTT with Paho, at both ends of flows that run on embedded
 * Artemis.
 */
class FlowClientsTest {

    private static final String FLOW =
            """
            flow: greet
            nodes:
              in:      {type: MQInput, queue: GREET.IN, domain: XMLNSC}
              greet:   {type: Compute, module: Greet}
              out:     {type: MQOutput, queue: GREET.OUT}
              publish: {type: Publication}
            connections:
              in.out: greet
              greet.out: out
              greet.out1: publish
            """;

    private static final String ESQL =
            """
            CREATE COMPUTE MODULE Greet
              CREATE FUNCTION Main() RETURNS BOOLEAN
              BEGIN
                SET OutputRoot = InputRoot;
                SET OutputRoot.XMLNSC.greeting = 'Hello ' || InputRoot.XMLNSC.name || COALESCE(InputRoot.MQRFH2.usr.mark, '');
                SET OutputRoot.XMLNSC.name = NULL;
                PROPAGATE DELETE NONE;
                SET OutputRoot.Properties.Topic = 'greetings/' || InputRoot.XMLNSC.name;
                PROPAGATE TO TERMINAL 'out1';
                RETURN FALSE;
              END;
            END MODULE;
            """;

    private static final String REPLY =
            """
            flow: reply
            nodes:
              in:    {type: MQInput, queue: ASK, backoutThreshold: 1, backoutQueue: ASK.BACKOUT}
              reply: {type: MQReply}
            connections:
              in.out: reply
            """;

    @TempDir Path home;

    private Broker broker;
    private String user;
    private String password;

    @BeforeEach
    void start() throws Exception {
        broker =
                Broker.builder()
                        .home(home)
                        .acceptor(Acceptor.loopback(Protocol.AMQP))
                        .acceptor(Acceptor.loopback(Protocol.MQTT))
                        .start();
        broker.deploy(Application.of("greet", Map.of("greet.flow.yaml", FLOW, "greet.esql", ESQL)));
        Properties credentials = new Properties();
        try (Reader reader = Files.newBufferedReader(home.resolve("credentials.properties"))) {
            credentials.load(reader);
        }
        user = credentials.getProperty("user");
        password = credentials.getProperty("password");
    }

    @AfterEach
    void stop() {
        broker.close();
    }

    private int port(Protocol protocol) {
        return broker.store().listening().stream()
                .filter(a -> a.protocol() == protocol)
                .findFirst()
                .orElseThrow()
                .port();
    }

    private MqttClient mqtt(String id) throws Exception {
        MqttClient client =
                new MqttClient(
                        "tcp://127.0.0.1:" + port(Protocol.MQTT), id, new MemoryPersistence());
        MqttConnectOptions options = new MqttConnectOptions();
        options.setUserName(user);
        options.setPassword(password.toCharArray());
        client.connect(options);
        return client;
    }

    @Test
    void aJmsClientGetsTheAnswerOfAFlowAndAnMqttClientItsPublication() throws Exception {
        Queue<String> published = new ConcurrentLinkedQueue<>();
        MqttClient watcher = mqtt("watcher");
        watcher.subscribe(
                "greetings/#",
                1,
                (topic, m) ->
                        published.add(
                                topic + " " + new String(m.getPayload(), StandardCharsets.UTF_8)));

        JmsConnectionFactory factory =
                new JmsConnectionFactory(user, password, "amqp://127.0.0.1:" + port(Protocol.AMQP));
        try (Connection connection = factory.createConnection()) {
            connection.start();
            Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
            TextMessage request = session.createTextMessage("<name>Ada</name>");
            request.setStringProperty("mark", "!");
            session.createProducer(session.createQueue("GREET.IN")).send(request);
            MessageConsumer consumer = session.createConsumer(session.createQueue("GREET.OUT"));
            assertThat(text(consumer.receive(20_000))).isEqualTo("<greeting>Hello Ada!</greeting>");
        }
        await().until(() -> !published.isEmpty());
        assertThat(published.peek())
                .startsWith("greetings/Ada ")
                .contains("<greeting>Hello Ada!</greeting>");
        watcher.disconnect();
        watcher.close();
    }

    @Test
    void anMqttClientFeedsAFlowByTheNameOfItsQueue() throws Exception {
        MqttClient sender = mqtt("sender");
        sender.publish("GREET.IN", "<name>Grace</name>".getBytes(StandardCharsets.UTF_8), 1, false);
        sender.disconnect();
        sender.close();
        await().untilAsserted(
                        () ->
                                assertThat(broker.browse("GREET.OUT", 1))
                                        .singleElement()
                                        .extracting(m -> m.body().text(StandardCharsets.UTF_8))
                                        .asString()
                                        .endsWith("<greeting>Hello Grace</greeting>"));
    }

    @Test
    void aReplyGoesToTheTemporaryQueueOfItsClientAndToTheBackoutQueueWithoutIt() throws Exception {
        broker.deploy(Application.of("reply", Map.of("reply.flow.yaml", REPLY)));
        String gone;
        try (Connection connection = jms()) {
            Session session = connection.createSession();
            TemporaryQueue replies = session.createTemporaryQueue();
            gone = replies.getQueueName();
            ask(session, "first", replies);
            Message reply = session.createConsumer(replies).receive(60_000);
            assertThat(text(reply)).isEqualTo("first");
        }
        // The flow has put a message on the queue before.
        try (Connection connection = jms()) {
            Session session = connection.createSession();
            ask(session, "late", session.createQueue(gone));
            assertThat(backedOut()).isEqualTo("late");
            broker.store().create(model("REPLY.MODEL"));
            ask(session, "model", session.createQueue("REPLY.MODEL"));
            assertThat(backedOut()).isEqualTo("model");
        }
        assertThat(broker.store().exists(gone)).isFalse();
    }

    private Connection jms() throws Exception {
        Connection connection =
                new JmsConnectionFactory(user, password, "amqp://127.0.0.1:" + port(Protocol.AMQP))
                        .createConnection();
        connection.start();
        return connection;
    }

    private static void ask(Session session, String text, Destination replies) throws Exception {
        Message request = session.createTextMessage(text);
        request.setJMSReplyTo(replies);
        session.createProducer(session.createQueue("ASK")).send(request);
    }

    private String backedOut() {
        return broker.get("ASK.BACKOUT", Duration.ofMinutes(2))
                .orElseThrow()
                .body()
                .text(StandardCharsets.UTF_8);
    }

    private static QueueDefinition model(String name) {
        QueueModel model =
                new QueueModel(
                        QueueModel.Kind.TEMPORARY,
                        QueueModel.defaultPrefix(name),
                        QueueModel.DEFAULT_MAX_QUEUES);
        return QueueDefinition.named(name)
                .withRules(
                        new QueueRules(
                                "",
                                "",
                                0,
                                0,
                                false,
                                false,
                                true,
                                0,
                                QueueThresholds.NONE,
                                model,
                                ""));
    }

    private static String text(Message message) throws Exception {
        return switch (message) {
            case TextMessage text -> text.getText();
            case BytesMessage bytes -> {
                byte[] body = new byte[(int) bytes.getBodyLength()];
                bytes.readBytes(body);
                yield new String(body, StandardCharsets.UTF_8);
            }
            case null -> "no message";
            default -> message.toString();
        };
    }
}
