package io.millrace.store.artemis.access;

import static io.millrace.store.TestSettings.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.Acceptor;
import io.millrace.engine.queue.Acceptor.Protocol;
import io.millrace.engine.queue.AuditLog;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueReader;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.queue.QueueStore;
import io.millrace.engine.queue.QueueStoreSettings;
import io.millrace.engine.queue.Rights;
import io.millrace.engine.queue.StoreUser;
import io.millrace.engine.resource.Secret;
import io.millrace.store.TestSettings;
import io.millrace.store.artemis.ArtemisProvider;
import io.millrace.store.artemis.ArtemisStore;
import io.millrace.store.artemis.StompClient;

import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSProducer;
import jakarta.jms.JMSRuntimeException;

import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.ActiveMQSecurityException;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.api.core.client.ActiveMQClient;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.apache.activemq.artemis.api.core.client.ClientSession;
import org.apache.activemq.artemis.api.core.client.ClientSessionFactory;
import org.apache.activemq.artemis.api.core.client.ServerLocator;
import org.apache.qpid.jms.JmsConnectionFactory;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.eclipse.paho.client.mqttv3.MqttClient;
import org.eclipse.paho.client.mqttv3.MqttConnectOptions;
import org.eclipse.paho.client.mqttv3.MqttException;
import org.eclipse.paho.client.mqttv3.persist.MemoryPersistence;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Rights of users, with the clients of each protocol. */
class AccessTest {

    private static final long PATIENCE = 60_000;

    @TempDir Path home;

    private ArtemisStore store;
    private ServerLocator locator;

    @BeforeEach
    void open() throws Exception {
        Rights orders = Rights.of(List.of("ORDERS.*"), List.of("ORDERS.*"));
        Rights scratch =
                orders.withCreateAndDelete(List.of("*"), List.of("SCRATCH.*"))
                        .withBrowse(List.of("SCRATCH.*"));
        Rights topics = Rights.of(List.of("*"), List.of("*"));
        store =
                ArtemisStore.embed(
                        TestSettings.embedded(home)
                                .withAcceptors(
                                        Stream.of(Protocol.values())
                                                .map(Acceptor::loopback)
                                                .toList())
                                .withUsers(
                                        List.of(
                                                user("alice", orders),
                                                user("maker", scratch),
                                                user(
                                                        "looker",
                                                        Rights.of(List.of(), List.of())
                                                                .withBrowse(List.of("ORDERS.*"))),
                                                user("all", topics),
                                                user("other", topics),
                                                user(
                                                        "gateway",
                                                        orders.withContext(
                                                                Rights.Context.IDENTITY)),
                                                user(
                                                        "mover",
                                                        orders.withContext(Rights.Context.ALL)),
                                                user("admin", orders.withAdmin(true)))));
        store.create(QueueDefinition.named("ORDERS.IN"));
        store.create(QueueDefinition.named("SCRATCH.CONFIGURED"));
        locator =
                ActiveMQClient.createServerLocator("tcp://127.0.0.1:" + port(store, Protocol.CORE));
    }

    @Test
    void theRightToPutOfConfiguredUsersIsKnown() {
        assertThat(store.mayPut("alice", "ORDERS.IN")).isTrue();
        assertThat(store.mayPut("alice", "SCRATCH.CONFIGURED")).isFalse();
        assertThat(store.mayPut("looker", "ORDERS.IN")).isFalse();
        assertThat(store.mayPut("admin", "SCRATCH.CONFIGURED")).isTrue();
        assertThat(store.mayPut("unknown", "ORDERS.IN")).isFalse();
        assertThat(store.mayPut(StoreUser.OWN, "ORDERS.IN")).as("own user").isFalse();
    }

    @Test
    void aRemoteBrokerNamesTheQueueAndTheMissingRight() {
        String url = "tcp://127.0.0.1:" + port(store, Protocol.CORE);
        QueueStoreSettings alice = QueueStoreSettings.remote(url, "alice", Secret.of("secret"));
        QueueStoreSettings looker = QueueStoreSettings.remote(url, "looker", Secret.of("secret"));
        String queue = "SCRATCH.CONFIGURED";
        assertLacks(alice, queue, "put", session -> put(session, queue));
        assertLacks(alice, queue, "put", session -> put(session, "ORDERS.IN", queue));
        assertLacks(alice, queue, "get", session -> session.reader(queue).receive(0));
        assertLacks(looker, "ORDERS.IN", "get", session -> session.reader("ORDERS.IN").receive(0));
    }

    private static void put(QueueSession session, String... queues) {
        for (String queue : queues) {
            session.put(queue, new QueueMessage(new Mqmd(), Bytes.utf8("a")), true);
        }
        session.commit();
    }

    private static void assertLacks(
            QueueStoreSettings settings, String queue, String right, Consumer<QueueSession> work) {
        try (QueueStore remote = new ArtemisProvider().open(settings);
                QueueSession session = remote.session()) {
            assertThatThrownBy(() -> work.accept(session))
                    .isInstanceOfSatisfying(
                            MillraceException.class,
                            e -> {
                                assertThat(e.code()).isEqualTo(ErrorCode.QUEUE_NOT_AUTHORIZED);
                                assertThat(e)
                                        .hasMessageContaining(
                                                "lacks the right %s for %s at "
                                                        .formatted(right, queue))
                                        .message()
                                        .doesNotContain("AMQ", "permission=");
                            });
        }
    }

    private static StoreUser user(String name, Rights rights) {
        return new StoreUser(name, Secret.of("secret"), rights);
    }

    @AfterEach
    void close() {
        locator.close();
        store.close();
    }

    /** Work of a core client. */
    private interface CoreWork {
        void run(ClientSession session) throws Exception;
    }

    private void core(String user, CoreWork work) throws Exception {
        try (ClientSessionFactory factory = locator.createSessionFactory();
                ClientSession session =
                        factory.createSession(user, "secret", false, true, true, false, 0)) {
            session.start();
            work.run(session);
        }
    }

    private JMSContext jms(String user, String clientId) {
        JmsConnectionFactory factory =
                new JmsConnectionFactory(
                        user, "secret", "amqp://127.0.0.1:" + port(store, Protocol.AMQP));
        factory.setClientID(clientId);
        return factory.createContext();
    }

    private MqttClient mqtt(String user, String id, boolean clean) throws MqttException {
        MqttClient client =
                new MqttClient(
                        "tcp://127.0.0.1:" + port(store, Protocol.MQTT),
                        id,
                        new MemoryPersistence());
        MqttConnectOptions options = new MqttConnectOptions();
        options.setUserName(user);
        options.setPassword("secret".toCharArray());
        options.setCleanSession(clean);
        client.connect(options);
        return client;
    }

    private static QueueConfiguration queue(String name) {
        return QueueConfiguration.of(name).setRoutingType(RoutingType.ANYCAST);
    }

    private static void assertRefused(ThrowingCallable work) {
        assertThatThrownBy(work).isInstanceOf(ActiveMQSecurityException.class);
    }

    private void put(String text) {
        try (QueueSession session = store.session()) {
            session.put("ORDERS.IN", new QueueMessage(new Mqmd(), Bytes.utf8(text)), true);
            session.commit();
        }
    }

    private QueueMessage receive() {
        try (QueueSession session = store.session();
                QueueReader reader = session.reader("ORDERS.IN")) {
            QueueMessage message = reader.receive(PATIENCE);
            session.commit();
            return message;
        }
    }

    private String audit() throws Exception {
        return Files.readString(home.resolve(AuditLog.FILE));
    }

    @Test
    void theRightToGetDoesNotDeleteTheQueue() throws Exception {
        put("kept");
        core("alice", session -> assertRefused(() -> session.deleteQueue("ORDERS.IN")));
        assertThat(store.status("ORDERS.IN").depth()).isEqualTo(1);
        assertThat(audit())
                .contains(
                        """
                        "event":"delete","user":"alice","address":"127.0.0.1","protocol":"CORE","object":"ORDERS.IN","outcome":"refused"\
                        """);
    }

    @Test
    void theSubscriptionOfAnotherUserIsNotReadable() throws Exception {
        QueueConfiguration own =
                QueueConfiguration.of("all.prices")
                        .setAddress("prices")
                        .setRoutingType(RoutingType.MULTICAST);
        core(
                "all",
                session -> {
                    session.createQueue(own);
                    session.createProducer("prices").send(session.createMessage(true));
                });
        core(
                "other",
                session -> {
                    assertRefused(() -> session.createConsumer("prices::all.prices"));
                    assertRefused(() -> session.createConsumer("all.prices"));
                    assertRefused(() -> session.createConsumer("all.prices", true));
                });
        assertThat(audit()).contains("\"event\":\"consume\",\"user\":\"other\"");
        core(
                "all",
                session ->
                        assertThat(session.createConsumer("all.prices").receive(PATIENCE))
                                .isNotNull());
    }

    @Test
    void theRightToGetDoesNotCreateQueues() throws Exception {
        core(
                "alice",
                session -> {
                    assertRefused(() -> session.createQueue(queue("ORDERS.NEW")));
                    QueueConfiguration thief = queue("THIEF").setAddress("ORDERS.IN");
                    assertRefused(() -> session.createQueue(thief));
                    assertRefused(() -> session.createQueue(thief.setDurable(false)));
                    QueueConfiguration copier = thief.setRoutingType(RoutingType.MULTICAST);
                    assertRefused(() -> session.createQueue(copier));
                    assertRefused(() -> session.createQueue(copier.setTemporary(true)));
                    SimpleString orders = SimpleString.of("ORDERS.IN");
                    assertRefused(
                            () -> session.createAddress(orders, RoutingType.MULTICAST, false));
                    assertThat(session.addressQuery(orders).isSupportsMulticast()).isFalse();
                });
        assertThat(store.exists("ORDERS.NEW")).isFalse();
    }

    @Test
    void queuesOfAUserAreCreatedAndDeletedWithTheRightsForIt() throws Exception {
        core(
                "maker",
                session -> {
                    session.createQueue(queue("SCRATCH.OWN"));
                    assertThat(store.exists("SCRATCH.OWN")).isTrue();
                    session.deleteQueue("SCRATCH.OWN");
                    assertThat(store.exists("SCRATCH.OWN")).isFalse();
                    assertRefused(() -> session.deleteQueue("SCRATCH.CONFIGURED"));
                });
        core("admin", session -> session.deleteQueue("SCRATCH.CONFIGURED"));
        assertThat(store.broker().exists("SCRATCH.CONFIGURED")).isFalse();
        assertThat(audit())
                .contains("\"event\":\"queue.create\",\"user\":\"maker\"")
                .contains("\"event\":\"queue.delete\",\"user\":\"maker\"")
                .contains("\"event\":\"queue.delete\",\"user\":\"admin\"");
    }

    @Test
    void reservedNamesCannotBeCreated() throws Exception {
        core(
                "maker",
                session -> {
                    for (String name : List.of("SYSTEM.MINE", "$mine", "activemq.mine")) {
                        assertRefused(() -> session.createQueue(queue(name)));
                    }
                });
    }

    @Test
    void theStateOfNodesIsClosedToUsers() throws Exception {
        String state = "SYSTEM.STATE.received/orders";
        store.create(QueueDefinition.named(state));
        core(
                "all",
                session -> {
                    assertRefused(() -> send(session, state, RoutingType.ANYCAST));
                    assertRefused(() -> session.createConsumer(state));
                    assertRefused(() -> session.createConsumer(state, true));
                });
    }

    @Test
    void theRightToBrowseDoesNotRemoveMessages() throws Exception {
        put("seen");
        core(
                "looker",
                session -> {
                    assertThat(session.createConsumer("ORDERS.IN", true).receive(PATIENCE))
                            .isNotNull();
                    assertRefused(() -> session.createConsumer("ORDERS.IN"));
                });
        core("alice", session -> assertThat(session.createConsumer("ORDERS.IN")).isNotNull());
        assertThat(store.status("ORDERS.IN").depth()).isEqualTo(1);
    }

    private static void send(ClientSession session, String address, RoutingType type)
            throws ActiveMQException {
        ClientMessage message = session.createMessage(true);
        message.setRoutingType(type);
        session.createProducer(SimpleString.of(address)).send(message);
    }

    @Test
    void messagesThatReachNoQueueAreRefused() throws Exception {
        core(
                "alice",
                session -> {
                    for (RoutingType type : new RoutingType[] {RoutingType.ANYCAST, null}) {
                        assertThatThrownBy(() -> send(session, "ORDERS.IN::OTHER", type))
                                .hasMessageContaining("unknown queue ORDERS.IN::OTHER");
                        assertThatThrownBy(() -> send(session, "ORDERS.NONE", type))
                                .isInstanceOf(ActiveMQException.class);
                    }
                    send(session, "ORDERS.IN", RoutingType.ANYCAST);
                });
        try (JMSContext jms = jms("alice", null)) {
            for (String name : List.of("ORDERS.IN::OTHER", "ORDERS.NONE")) {
                assertThatThrownBy(() -> jms.createProducer().send(jms.createQueue(name), "x"))
                        .isInstanceOf(JMSRuntimeException.class);
            }
        }
        try (StompClient stomp =
                new StompClient(new Socket("127.0.0.1", port(store, Protocol.STOMP)))) {
            stomp.connect("alice", "secret");
            assertThat(stomp.send("ORDERS.IN\\c\\cOTHER", "x")).startsWith("ERROR");
        }
        assertThat(store.status("ORDERS.IN").depth()).isEqualTo(1);
    }

    @Test
    void aUnitWithAMessageThatReachesNoQueueCannotBeCommitted() throws Exception {
        try (ClientSessionFactory factory = locator.createSessionFactory();
                ClientSession session =
                        factory.createSession("alice", "secret", false, false, false, false, 0)) {
            send(session, "ORDERS.IN", RoutingType.ANYCAST);
            // The client does not wait for the answer to a message of a unit.
            send(session, "ORDERS.IN::OTHER", RoutingType.ANYCAST);
            assertThatThrownBy(session::commit).hasMessageContaining("unknown queue");
        }
        assertThat(store.status("ORDERS.IN").depth()).isZero();
    }

    @Test
    void internalTopicsAreClosedToUsersAndMqttWorks() throws Exception {
        BlockingQueue<String> seen = new LinkedBlockingQueue<>();
        MqttClient subscriber = mqtt("all", "subscriber", false);
        subscriber.subscribe("news/+", 2, (topic, message) -> seen.add(message.toString()));
        MqttClient publisher = mqtt("all", "publisher", true);
        publisher.publish("news/today", "exactly once".getBytes(StandardCharsets.UTF_8), 2, true);
        assertThat(seen.poll(PATIENCE, TimeUnit.MILLISECONDS)).isEqualTo("exactly once");
        core(
                "all",
                session -> {
                    String handshakes = "$sys.mqtt.queue.qos2.subscriber";
                    assertThat(store.broker().exists(handshakes)).isTrue();
                    assertRefused(() -> session.createConsumer(handshakes));
                    assertRefused(() -> session.createConsumer(handshakes, true));
                    assertRefused(() -> send(session, handshakes, RoutingType.ANYCAST));
                    QueueConfiguration notifications =
                            QueueConfiguration.of("mine")
                                    .setAddress("activemq.notifications")
                                    .setDurable(false);
                    assertRefused(() -> session.createQueue(notifications));
                });
        subscriber.unsubscribe("news/+");
        subscriber.disconnect();
        subscriber.close();
        publisher.disconnect();
        publisher.close();
    }

    @Test
    void durableSubscriptionsNeedOnlyTheRightToGet() throws Exception {
        try (JMSContext jms = jms("all", "desk")) {
            jms.createDurableConsumer(jms.createTopic("stock/ibm"), "prices").close();
        }
        MqttClient mqtt = mqtt("all", "watch", false);
        mqtt.subscribe("stock/#", 1);
        mqtt.disconnect();
        try (QueueSession session = store.session()) {
            QueueMessage price = new QueueMessage(new Mqmd().format("MQSTR"), Bytes.utf8("120"));
            session.publish("stock/ibm", price, true);
            session.commit();
        }
        core(
                "other",
                session -> {
                    SimpleString name =
                            Stream.of(
                                            session.addressQuery(SimpleString.of("stock/ibm"))
                                                    .getQueueNames()
                                                    .toArray(SimpleString[]::new))
                                    .filter(n -> n.toString().contains("desk"))
                                    .findFirst()
                                    .orElseThrow();
                    assertRefused(() -> session.deleteQueue(name));
                });
        try (JMSContext jms = jms("all", "desk")) {
            JMSConsumer prices = jms.createDurableConsumer(jms.createTopic("stock/ibm"), "prices");
            assertThat(prices.receiveBody(String.class, PATIENCE)).isEqualTo("120");
            prices.close();
            jms.unsubscribe("prices");
        }
    }

    private void sendAs(String user) {
        try (JMSContext jms = jms(user, null)) {
            JMSProducer producer = jms.createProducer();
            producer.setProperty("JMS_IBM_MQMD_UserIdentifier", "customer")
                    .setProperty("JMS_IBM_MQMD_ApplIdentityData", "identity")
                    .setProperty("JMS_IBM_MQMD_PutApplName", "teller")
                    .send(jms.createQueue("ORDERS.IN"), "x");
        }
    }

    @Test
    void contextFieldsNeedTheRightToSetThem() {
        sendAs("alice");
        Mqmd without = receive().descriptor();
        assertThat(without.userIdentifier()).isEqualTo("alice");
        assertThat(without.applIdentityData()).isEmpty();
        assertThat(without.putApplName()).isEmpty();
        sendAs("gateway");
        Mqmd identity = receive().descriptor();
        assertThat(identity.userIdentifier()).isEqualTo("customer");
        assertThat(identity.applIdentityData()).isEqualTo("identity");
        assertThat(identity.putApplName()).isEmpty();
        sendAs("mover");
        assertThat(receive().descriptor().putApplName()).isEqualTo("teller");
    }

    @Test
    void anotherMillraceKeepsItsDescriptorButNotItsIdentity() {
        for (String user : List.of("alice", "mover")) {
            try (QueueStore remote =
                            new ArtemisProvider()
                                    .open(
                                            QueueStoreSettings.remote(
                                                    "tcp://127.0.0.1:" + port(store, Protocol.CORE),
                                                    user,
                                                    Secret.of("secret")));
                    QueueSession session = remote.session()) {
                Mqmd md =
                        new Mqmd()
                                .format("MYFORMAT")
                                .userIdentifier("customer")
                                .putApplName("teller");
                session.put("ORDERS.IN", new QueueMessage(md, Bytes.utf8("x")), true);
                session.commit();
            }
            Mqmd got = receive().descriptor();
            boolean may = user.equals("mover");
            assertThat(got.format()).isEqualTo("MYFORMAT");
            assertThat(got.userIdentifier()).isEqualTo(may ? "customer" : "alice");
            assertThat(got.putApplName()).isEqualTo(may ? "teller" : "");
        }
    }
}
