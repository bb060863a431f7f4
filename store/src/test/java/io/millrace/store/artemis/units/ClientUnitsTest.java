package io.millrace.store.artemis.units;

import static io.millrace.store.TestSettings.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.Acceptor;
import io.millrace.engine.queue.OpenUnit;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.queue.QueueStoreSettings;
import io.millrace.engine.queue.Rights;
import io.millrace.engine.queue.StoreUser;
import io.millrace.engine.queue.UnitLimits;
import io.millrace.engine.resource.Secret;
import io.millrace.store.TestSettings;
import io.millrace.store.artemis.ArtemisStore;
import io.millrace.store.artemis.SilentProxy;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSProducer;
import jakarta.jms.Queue;

import org.apache.activemq.artemis.api.core.client.ActiveMQClient;
import org.apache.activemq.artemis.api.core.client.ClientConsumer;
import org.apache.activemq.artemis.api.core.client.ClientProducer;
import org.apache.activemq.artemis.api.core.client.ClientSession;
import org.apache.activemq.artemis.api.core.client.ClientSessionFactory;
import org.apache.activemq.artemis.api.core.client.ServerLocator;
import org.apache.qpid.jms.JmsConnectionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;

/** Real clients of the core protocol and of AMQP (Qpid JMS), and their units of work. */
class ClientUnitsTest {

    private static final String Q = "ORDERS";
    private static final int MAX_COUNT = 50;

    @TempDir Path home;

    private ArtemisStore store;

    @BeforeEach
    void open() {
        QueueStoreSettings settings =
                TestSettings.embedded(home, Acceptor.Protocol.CORE, Acceptor.Protocol.AMQP)
                        .withUsers(List.of(user("alice", 0), user("bob", 5)))
                        .withUnits(new UnitLimits(MAX_COUNT, 60_000));
        store = ArtemisStore.embed(settings);
        store.create(QueueDefinition.named(Q));
    }

    private static StoreUser user(String name, int most) {
        return new StoreUser(
                name, Secret.of("secret"), null, Rights.of(List.of("*"), List.of("*")), most);
    }

    @AfterEach
    void close() {
        store.close();
    }

    private JMSContext jms(String user) {
        String url = "amqp://" + Acceptor.LOOPBACK + ":" + port(store, Acceptor.Protocol.AMQP);
        return new JmsConnectionFactory(user, "secret", url)
                .createContext(JMSContext.SESSION_TRANSACTED);
    }

    private interface Work {
        void with(ClientSession session) throws Exception;
    }

    private void core(Work work) throws Exception {
        String url = "tcp://" + Acceptor.LOOPBACK + ":" + port(store, Acceptor.Protocol.CORE);
        try (ServerLocator locator = ActiveMQClient.createServerLocator(url);
                ClientSessionFactory factory = locator.createSessionFactory();
                ClientSession session =
                        factory.createSession("alice", "secret", false, false, false, false, 0)) {
            session.start();
            work.with(session);
        }
    }

    private void put(int messages) {
        try (QueueSession session = store.session()) {
            for (int i = 0; i < messages; i++) {
                session.put(Q, new QueueMessage(new Mqmd(), Bytes.utf8("m")), true);
                session.commit();
            }
        }
    }

    private long depth() {
        return store.status(Q).depth();
    }

    @Test
    void aCoreClientsUnitBeyondTheLimitIsBackedOutWithAClearError() throws Exception {
        core(
                session -> {
                    ClientProducer producer = session.createProducer(Q);
                    assertThatThrownBy(
                                    () -> {
                                        for (int i = 0; i <= MAX_COUNT; i++) {
                                            producer.send(session.createMessage(true));
                                        }
                                        session.commit();
                                    })
                            .hasMessageContaining("MR5011")
                            .hasMessageContaining("alice")
                            .hasMessageContaining("maxUncommittedMessages 50");
                    session.rollback();
                    producer.send(session.createMessage(true));
                    session.commit();
                });
        await().untilAsserted(() -> assertThat(depth()).isEqualTo(1));
        assertThat(store.units()).isEmpty();
    }

    @Test
    void whatAClientGetsCountsToo() throws Exception {
        put(MAX_COUNT + 1);
        core(
                session -> {
                    ClientConsumer consumer = session.createConsumer(Q);
                    assertThatThrownBy(
                                    () -> {
                                        for (int i = 0; i <= MAX_COUNT; i++) {
                                            consumer.receive().acknowledge();
                                        }
                                        session.commit();
                                    })
                            .hasMessageContaining("MR5011");
                    session.rollback();
                });
        await().untilAsserted(() -> assertThat(depth()).isEqualTo(MAX_COUNT + 1));
    }

    @Test
    void aJmsClientsUnitBeyondTheLimitIsBackedOutWithAClearError() {
        try (JMSContext jms = jms("alice")) {
            Queue queue = jms.createQueue(Q);
            JMSProducer producer = jms.createProducer();
            assertThatThrownBy(
                            () -> {
                                for (int i = 0; i <= MAX_COUNT; i++) {
                                    producer.send(queue, "m");
                                }
                                jms.commit();
                            })
                    .hasMessageContaining("maxUncommittedMessages 50");
        }
        await().untilAsserted(() -> assertThat(store.units()).isEmpty());
        assertThat(depth()).isZero();
    }

    @Test
    void aUserMayHaveALimitOfHisOwn() {
        try (JMSContext jms = jms("bob")) {
            Queue queue = jms.createQueue(Q);
            JMSProducer producer = jms.createProducer();
            for (int i = 0; i < 5; i++) {
                producer.send(queue, "m");
            }
            jms.commit();
            assertThatThrownBy(
                            () -> {
                                for (int i = 0; i < 6; i++) {
                                    producer.send(queue, "m");
                                }
                                jms.commit();
                            })
                    .hasMessageContaining("maxUncommittedMessages 5");
        }
        assertThat(depth()).isEqualTo(5);
    }

    @Test
    void aClientsUnitIsListedAndBackedOutByDisconnectingIt() throws Exception {
        put(1);
        core(
                session -> {
                    ClientConsumer consumer = session.createConsumer(Q);
                    consumer.receive().individualAcknowledge();
                    session.createProducer(Q).send(session.createMessage(true));
                    await().until(() -> store.units().stream().anyMatch(u -> u.put() == 1));
                    OpenUnit unit = store.units().getFirst();
                    assertThat(unit.owner()).isEqualTo("alice");
                    assertThat(unit.origin()).startsWith("CORE client at ").contains("127.0.0.1");
                    assertThat(unit.got()).isEqualTo(1);
                    assertThat(unit.put()).isEqualTo(1);
                    assertThat(unit.bytes()).isPositive();
                    assertThat(store.backOut(unit.id())).isTrue();
                    await().until(() -> store.units().isEmpty());
                    assertThatThrownBy(session::commit).isNotNull();
                });
        await().untilAsserted(() -> assertThat(depth()).isEqualTo(1));
        assertThat(store.status(Q).inDelivery()).isZero();
    }

    @Test
    void theUnitOfAClientWhoseConnectionEndedIsBackedOut() throws Exception {
        put(1);
        core(
                session -> {
                    session.createConsumer(Q).receive().individualAcknowledge();
                    session.createProducer(Q).send(session.createMessage(true));
                    await().until(() -> !store.units().isEmpty());
                });
        await().until(() -> store.units().isEmpty());
        assertThat(depth()).isEqualTo(1);
    }

    @Test
    void theUnitOfASilentClientIsBackedOutWithinItsConnectionTimeOut() throws Exception {
        put(1);
        try (SilentProxy proxy = SilentProxy.to(port(store, Acceptor.Protocol.CORE))) {
            String url = "tcp://" + Acceptor.LOOPBACK + ":" + proxy.port();
            ServerLocator locator = ActiveMQClient.createServerLocator(url);
            locator.setConnectionTTL(2_000).setClientFailureCheckPeriod(500).setCallTimeout(2_000);
            ClientSessionFactory factory = locator.createSessionFactory();
            ClientSession session =
                    factory.createSession("alice", "secret", false, false, false, false, 0);
            session.start();
            session.createConsumer(Q).receive().individualAcknowledge();
            await().until(() -> !store.units().isEmpty());
            proxy.fallSilent();
            await().until(() -> store.units().isEmpty());
            await().until(() -> store.status(Q).inDelivery() == 0);
            assertThat(depth()).isEqualTo(1);
            locator.close();
        }
    }

    @Test
    void whatAClientPutsOutsideAUnitIsNotCounted() throws Exception {
        String url = "tcp://" + Acceptor.LOOPBACK + ":" + port(store, Acceptor.Protocol.CORE);
        try (ServerLocator locator = ActiveMQClient.createServerLocator(url);
                ClientSessionFactory factory = locator.createSessionFactory();
                ClientSession session =
                        factory.createSession("alice", "secret", false, true, true, false, 0)) {
            ClientProducer producer = session.createProducer(Q);
            for (int i = 0; i < 2 * MAX_COUNT; i++) {
                producer.send(session.createMessage(true));
            }
        }
        await().untilAsserted(() -> assertThat(depth()).isEqualTo(2 * MAX_COUNT));
        assertThat(store.units()).isEmpty();
    }

    @Test
    void noConfiguredUserMayAskForUnits() {
        try (JMSContext jms = jms("alice")) {
            Queue queue = jms.createQueue(UnitRequests.ADDRESS.toString());
            assertThatThrownBy(
                            () -> {
                                jms.createProducer().send(queue, "list");
                                jms.commit();
                            })
                    .isNotNull();
        }
    }
}
