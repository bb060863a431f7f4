package io.millrace.store.artemis.message;

import static io.millrace.store.TestSettings.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.Acceptor;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueReader;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.queue.QueueStoreSettings;
import io.millrace.engine.queue.StoreUser;
import io.millrace.engine.resource.Secret;
import io.millrace.store.TestSettings;
import io.millrace.store.artemis.ArtemisStore;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.TextMessage;

import org.apache.qpid.jms.JmsConnectionFactory;
import org.eclipse.paho.client.mqttv3.MqttClient;
import org.eclipse.paho.client.mqttv3.MqttConnectOptions;
import org.eclipse.paho.client.mqttv3.MqttException;
import org.eclipse.paho.client.mqttv3.persist.MemoryPersistence;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Real clients of AMQP (Qpid JMS) and MQTT (Paho) at the queues and topics of an embedded store.
 */
class ForeignClientsTest {

    private static final long LONG = 30_000;

    @TempDir Path home;

    private ArtemisStore store;
    private QueueSession session;

    @BeforeEach
    void open() {
        QueueStoreSettings settings =
                TestSettings.embedded(home, Acceptor.Protocol.AMQP, Acceptor.Protocol.MQTT)
                        .withUsers(
                                List.of(
                                        new StoreUser(
                                                "alice",
                                                Secret.of("wonder"),
                                                List.of("*"),
                                                List.of("*")),
                                        new StoreUser(
                                                "bob",
                                                Secret.of("builder"),
                                                List.of("ORDERS.*"),
                                                List.of())))
                        .withMaxMessageBytes(1 << 20);
        store = ArtemisStore.embed(settings);
        store.create(QueueDefinition.named("ORDERS.IN"));
        store.create(QueueDefinition.named("REPLIES"));
        session = store.session();
    }

    @AfterEach
    void close() {
        session.close();
        store.close();
    }

    private JMSContext jms(String user, String password) {
        String url = "amqp://" + Acceptor.LOOPBACK + ":" + port(store, Acceptor.Protocol.AMQP);
        return new JmsConnectionFactory(user, password, url).createContext();
    }

    private JMSContext jms() {
        return jms("alice", "wonder");
    }

    private MqttClient mqtt(String id) throws MqttException {
        String url = "tcp://" + Acceptor.LOOPBACK + ":" + port(store, Acceptor.Protocol.MQTT);
        MqttClient client = new MqttClient(url, id, new MemoryPersistence());
        MqttConnectOptions options = new MqttConnectOptions();
        options.setUserName("alice");
        options.setPassword("wonder".toCharArray());
        client.connect(options);
        return client;
    }

    private QueueMessage receive(String queue) {
        try (QueueReader reader = session.reader(queue)) {
            QueueMessage message = reader.receive(LONG);
            session.commit();
            return message;
        }
    }

    private void put(String queue, Mqmd md, Bytes body) {
        session.put(queue, new QueueMessage(md, body), true);
        session.commit();
    }

    private static String text(Bytes bytes) {
        return bytes.text(StandardCharsets.UTF_8);
    }

    @Test
    void aFullQueueRefusesClientsAndCountsWhatIsNotCommitted() {
        store.create(new QueueDefinition("SMALL", 2, true, 0, ""));
        QueueMessage message = new QueueMessage(new Mqmd(), Bytes.utf8("text"));
        session.put("SMALL", message, true);
        try (JMSContext jms = jms()) {
            Queue small = jms.createQueue("SMALL");
            jms.createProducer().send(small, "1");
            assertThatThrownBy(() -> jms.createProducer().send(small, "2"))
                    .isInstanceOf(JMSRuntimeException.class);
            session.rollback();
            jms.createProducer().send(small, "3");
            assertThatThrownBy(() -> jms.createProducer().send(small, "4"))
                    .isInstanceOf(JMSRuntimeException.class);
            assertThat(store.status("SMALL").depth()).isEqualTo(2);
        }
    }

    @Test
    void aTextFromJmsArrivesAsAStringMessage() {
        try (JMSContext jms = jms()) {
            jms.createProducer().setPriority(7).send(jms.createQueue("ORDERS.IN"), "grüße");
        }
        QueueMessage got = receive("ORDERS.IN");
        assertThat(text(got.body())).isEqualTo("grüße");
        assertThat(got.descriptor().format()).isEqualTo("MQSTR");
        assertThat(got.descriptor().codedCharSetId()).isEqualTo(1208);
        assertThat(got.descriptor().priority()).isEqualTo(7);
        assertThat(got.descriptor().isPersistent()).isTrue();
        assertThat(got.descriptor().userIdentifier()).isEqualTo("alice");
        assertThat(got.descriptor().backoutCount()).isZero();
    }

    @Test
    void bytesFromJmsArriveAsTheyAre() throws JMSException {
        byte[] bytes = {0, 1, 2, -1};
        try (JMSContext jms = jms()) {
            BytesMessage message = jms.createBytesMessage();
            message.writeBytes(bytes);
            jms.createProducer().send(jms.createQueue("ORDERS.IN"), message);
        }
        QueueMessage got = receive("ORDERS.IN");
        assertThat(got.body()).isEqualTo(Bytes.of(bytes));
        assertThat(got.descriptor().format()).isEmpty();
    }

    @Test
    void applicationPropertiesArriveInAUsrFolder() {
        try (JMSContext jms = jms()) {
            jms.createProducer()
                    .setProperty("colour", "red & <blue>")
                    .setProperty("count", 42)
                    .setProperty("urgent", true)
                    .send(jms.createQueue("ORDERS.IN"), "body");
        }
        QueueMessage got = receive("ORDERS.IN");
        assertThat(got.descriptor().format()).isEqualTo("MQHRF2");
        UsrHeader.Header header = UsrHeader.read(got.body(), got.descriptor().encoding());
        assertThat(header.format()).isEqualTo("MQSTR");
        assertThat(header.user())
                .isEqualTo(Map.of("colour", "red & <blue>", "count", 42, "urgent", true));
        assertThat(text(got.body().slice(header.length(), got.body().length()))).isEqualTo("body");
        assertThat(header.length() % 4).isZero();
    }

    @Test
    void aMessageWithAUsrFolderIsATextWithPropertiesForJms() throws JMSException {
        Map<String, Object> user = new LinkedHashMap<>(Map.of("colour", "red", "count", 42L));
        byte[] header = UsrHeader.write(user, "MQSTR");
        byte[] body = new byte[header.length + 4];
        System.arraycopy(header, 0, body, 0, header.length);
        System.arraycopy("text".getBytes(StandardCharsets.UTF_8), 0, body, header.length, 4);
        put("ORDERS.IN", new Mqmd().format("MQHRF2"), Bytes.of(body));
        assertThat(store.browse("ORDERS.IN", 1).getFirst().body())
                .as("our own view")
                .isEqualTo(Bytes.of(body));
        try (JMSContext jms = jms()) {
            Message got = jms.createConsumer(jms.createQueue("ORDERS.IN")).receive(LONG);
            assertThat(got.getBody(String.class)).isEqualTo("text");
            assertThat(got.getStringProperty("colour")).isEqualTo("red");
            assertThat(got.getLongProperty("count")).isEqualTo(42);
        }
    }

    @Test
    void whatFlowsPutIsTextOrBytesForJms() throws JMSException {
        Bytes latin = Bytes.of("grün".getBytes(StandardCharsets.ISO_8859_1));
        put("ORDERS.IN", new Mqmd().format("MQSTR"), Bytes.utf8("grün"));
        put("ORDERS.IN", new Mqmd().format("MQSTR").codedCharSetId(819), latin);
        put("ORDERS.IN", new Mqmd(), Bytes.of(new byte[] {1, 2}));
        try (JMSContext jms = jms()) {
            var consumer = jms.createConsumer(jms.createQueue("ORDERS.IN"));
            assertThat(consumer.receive(LONG))
                    .isInstanceOfSatisfying(
                            TextMessage.class, m -> assertThat(body(m)).isEqualTo("grün"));
            assertThat(body((TextMessage) consumer.receive(LONG))).isEqualTo("grün");
            BytesMessage bytes = (BytesMessage) consumer.receive(LONG);
            assertThat(bytes.getBodyLength()).isEqualTo(2);
        }
    }

    private static String body(TextMessage message) {
        try {
            return message.getText();
        } catch (JMSException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aRequestFromJmsIsAnsweredWithItsIdAsCorrelation() throws JMSException {
        try (JMSContext jms = jms()) {
            Queue replies = jms.createTemporaryQueue();
            TextMessage request = jms.createTextMessage("question");
            request.setJMSReplyTo(replies);
            jms.createProducer().send(jms.createQueue("ORDERS.IN"), request);
            var consumer =
                    jms.createConsumer(
                            replies, "JMSCorrelationID = '" + request.getJMSMessageID() + "'");

            QueueMessage got = receive("ORDERS.IN");
            assertThat(got.descriptor().msgType()).isEqualTo(Mqmd.TYPE_REQUEST);
            Mqmd reply =
                    new Mqmd()
                            .msgType(Mqmd.TYPE_REPLY)
                            .format("MQSTR")
                            .correlId(got.descriptor().msgId());
            put(got.descriptor().replyToQ(), reply, Bytes.utf8("answer"));

            Message answer = consumer.receive(LONG);
            assertThat(answer.getBody(String.class)).isEqualTo("answer");
            assertThat(answer.getJMSCorrelationID()).isEqualTo(request.getJMSMessageID());
        }
    }

    @Test
    void aReplyFromJmsCarriesTheMsgIdOfTheRequest() throws JMSException {
        put("ORDERS.IN", new Mqmd().format("MQSTR").replyToQ("REPLIES"), Bytes.utf8("question"));
        Bytes asked = store.browse("ORDERS.IN", 1).getFirst().descriptor().msgId();
        try (JMSContext jms = jms()) {
            Message request = jms.createConsumer(jms.createQueue("ORDERS.IN")).receive(LONG);
            assertThat(request.getJMSMessageID()).hasSize(51).startsWith("ID:");
            jms.createProducer()
                    .setJMSCorrelationID(request.getJMSMessageID())
                    .send(request.getJMSReplyTo(), "answer");
        }
        assertThat(receive("REPLIES").descriptor().correlId()).isEqualTo(asked);
    }

    @Test
    void largeMessagesPassInBothDirections() throws JMSException {
        String large = "äbc".repeat(80_000);
        try (JMSContext jms = jms()) {
            jms.createProducer().send(jms.createQueue("ORDERS.IN"), large);
            assertThat(text(receive("ORDERS.IN").body())).isEqualTo(large);
            put("REPLIES", new Mqmd().format("MQSTR"), Bytes.utf8(large));
            assertThat(
                            jms.createConsumer(jms.createQueue("REPLIES"))
                                    .receiveBody(String.class, LONG))
                    .isEqualTo(large);
        }
    }

    @Test
    void aMessageBeyondTheLimitIsRefusedAtTheDoor() {
        try (JMSContext jms = jms()) {
            String tooLarge = "x".repeat(2 << 20);
            assertThatThrownBy(
                            () -> jms.createProducer().send(jms.createQueue("ORDERS.IN"), tooLarge))
                    .hasMessageContaining("larger than the limit");
        }
        assertThat(store.status("ORDERS.IN").depth()).isZero();
    }

    @Test
    void aQueueThatDoesNotExistIsNotMadeByATypingError() {
        try (JMSContext jms = jms()) {
            assertThatThrownBy(() -> jms.createProducer().send(jms.createQueue("ORDERS.INN"), "x"))
                    .isInstanceOf(JMSRuntimeException.class);
        }
        assertThat(store.exists("ORDERS.INN")).isFalse();
    }

    @Test
    void aWrongPasswordIsRefused() {
        assertThatThrownBy(() -> jms("alice", "guess").createQueue("ORDERS.IN"))
                .isInstanceOf(JMSRuntimeException.class);
    }

    @Test
    void aUserMayDoWhatItsPatternsSayAndNothingElse() {
        try (JMSContext jms = jms("bob", "builder")) {
            jms.createProducer().send(jms.createQueue("ORDERS.IN"), "x");
            assertThatThrownBy(() -> jms.createProducer().send(jms.createQueue("REPLIES"), "x"))
                    .isInstanceOf(JMSRuntimeException.class);
            assertThatThrownBy(() -> jms.createConsumer(jms.createQueue("ORDERS.IN")))
                    .isInstanceOf(JMSRuntimeException.class);
        }
        assertThat(receive("ORDERS.IN").descriptor().userIdentifier()).isEqualTo("bob");
    }

    @Test
    void aUserCannotWriteAnotherName() {
        try (JMSContext jms = jms("bob", "builder")) {
            jms.createProducer()
                    .setProperty("_AMQ_VALIDATED_USER", "alice")
                    .setProperty("mq_user", "alice")
                    .setProperty("mq_id", "x")
                    .setProperty("JMSXUserID", "alice")
                    .send(jms.createQueue("ORDERS.IN"), "x");
        }
        assertThat(receive("ORDERS.IN").descriptor().userIdentifier()).isEqualTo("bob");
    }

    @Test
    void aPublicationReachesSubscribersOfJmsAndMqttByTheirPatterns() throws Exception {
        BlockingQueue<String> seen = new LinkedBlockingQueue<>();
        MqttClient mqtt = mqtt("watcher");
        try (JMSContext jms = jms()) {
            mqtt.subscribe("stock/+/price", 1, (topic, message) -> seen.add(topic + " " + message));
            var exact = jms.createConsumer(jms.createTopic("stock/ibm/price"));
            session.publish(
                    "stock/ibm/price",
                    new QueueMessage(new Mqmd().format("MQSTR"), Bytes.utf8("120")),
                    true);
            assertThat(seen).isEmpty();
            session.commit();
            assertThat(exact.receive(LONG).getBody(String.class)).isEqualTo("120");
            assertThat(seen.poll(LONG, TimeUnit.MILLISECONDS)).isEqualTo("stock/ibm/price 120");
            session.publish(
                    "stock/sun/price", new QueueMessage(new Mqmd(), Bytes.utf8("7")), false);
            assertThat(seen.poll(LONG, TimeUnit.MILLISECONDS)).isEqualTo("stock/sun/price 7");
        } finally {
            mqtt.disconnect();
            mqtt.close();
        }
    }

    @Test
    void anMqttClientPutsToAQueueByItsName() throws Exception {
        MqttClient mqtt = mqtt("sensor");
        try {
            mqtt.publish("ORDERS.IN", "21.5".getBytes(StandardCharsets.UTF_8), 1, false);
        } finally {
            mqtt.disconnect();
            mqtt.close();
        }
        QueueMessage got = receive("ORDERS.IN");
        assertThat(text(got.body())).isEqualTo("21.5");
        assertThat(got.descriptor().format()).isEqualTo("MQSTR");
        assertThat(got.descriptor().userIdentifier()).isEqualTo("alice");
    }

    @Test
    void aMessageOfAClientThatIsRolledBackComesAgainWithItsCount() {
        try (JMSContext jms = jms()) {
            jms.createProducer().send(jms.createQueue("ORDERS.IN"), "bad");
        }
        QueueReader reader = session.reader("ORDERS.IN");
        Bytes first = reader.receive(LONG).descriptor().msgId();
        session.rollback();
        Mqmd again = reader.receive(LONG).descriptor();
        assertThat(again.backoutCount()).isEqualTo(1);
        assertThat(again.msgId()).isEqualTo(first);
        session.commit();
    }
}
