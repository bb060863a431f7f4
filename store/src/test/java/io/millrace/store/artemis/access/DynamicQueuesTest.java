package io.millrace.store.artemis.access;

import static io.millrace.store.TestSettings.assertCode;
import static io.millrace.store.TestSettings.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.Acceptor;
import io.millrace.engine.queue.Acceptor.Protocol;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueModel;
import io.millrace.engine.queue.QueueRules;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.queue.QueueThresholds;
import io.millrace.engine.queue.Rights;
import io.millrace.engine.queue.StoreUser;
import io.millrace.engine.resource.Secret;
import io.millrace.store.TestSettings;
import io.millrace.store.artemis.ArtemisStore;

import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;

import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.client.ActiveMQClient;
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

/** Dynamic queues of clients, with clients of JMS (AMQP) and the core protocol. */
class DynamicQueuesTest {

    @TempDir Path home;

    private ArtemisStore store;

    @BeforeEach
    void open() {
        Rights none = Rights.of(List.of(), List.of());
        store =
                ArtemisStore.embed(
                        TestSettings.embedded(home)
                                .withAcceptors(
                                        List.of(
                                                Acceptor.loopback(Protocol.CORE),
                                                Acceptor.loopback(Protocol.AMQP)))
                                .withUsers(
                                        List.of(
                                                user(
                                                        "maker",
                                                        none.withCreateAndDelete(
                                                                List.of("*.MODEL*"), List.of())),
                                                user("other", none),
                                                user(
                                                        "sender",
                                                        Rights.of(
                                                                List.of("TEMP.MODEL"),
                                                                List.of())))));
    }

    @AfterEach
    void close() {
        store.close();
    }

    private static StoreUser user(String name, Rights rights) {
        return new StoreUser(name, Secret.of("secret"), rights);
    }

    private void define(String name, QueueModel.Kind kind, int maxDepth, int maxQueues) {
        QueueModel model = new QueueModel(kind, QueueModel.defaultPrefix(name), maxQueues);
        store.create(
                new QueueDefinition(name, maxDepth, true, 0, "")
                        .withRules(
                                new QueueRules(
                                        "",
                                        "",
                                        0,
                                        7,
                                        false,
                                        false,
                                        true,
                                        0,
                                        QueueThresholds.NONE,
                                        model,
                                        "")));
    }

    private void put(String queue) {
        try (QueueSession session = store.session()) {
            session.put(queue, new QueueMessage(new Mqmd(), Bytes.utf8("reply")), false);
        }
    }

    private Connection jms(String user) throws JMSException {
        return new JmsConnectionFactory(
                        user, "secret", "amqp://127.0.0.1:" + port(store, Protocol.AMQP))
                .createConnection();
    }

    private interface CoreAction {
        void run(ClientSession session) throws ActiveMQException;
    }

    private void core(String user, CoreAction action) throws Exception {
        try (ServerLocator locator =
                        ActiveMQClient.createServerLocator(
                                "tcp://127.0.0.1:" + port(store, Protocol.CORE));
                ClientSessionFactory factory = locator.createSessionFactory();
                ClientSession session =
                        factory.createSession(user, "secret", false, true, true, false, 0)) {
            session.start();
            action.run(session);
        }
    }

    private static QueueConfiguration queue(String name, boolean temporary) {
        return QueueConfiguration.of(name)
                .setRoutingType(RoutingType.ANYCAST)
                .setTemporary(temporary)
                .setDurable(!temporary);
    }

    @Test
    void aTemporaryQueueOfJmsReceivesRepliesUntilTheClientGoes() throws Exception {
        String name;
        try (QueueSession replies = store.session()) {
            try (Connection connection = jms("other")) {
                Session session = connection.createSession();
                TemporaryQueue queue = session.createTemporaryQueue();
                name = queue.getQueueName();
                connection.start();
                replies.put(name, new QueueMessage(new Mqmd(), Bytes.utf8("reply")), true);
                replies.commit();
                assertThat(session.createConsumer(queue).receive(60_000)).isNotNull();
            }
            // The session has cached the queue.
            assertCode(
                    ErrorCode.UNKNOWN_QUEUE,
                    () ->
                            replies.put(
                                    name, new QueueMessage(new Mqmd(), Bytes.utf8("late")), true));
            replies.rollback();
        }
        assertThat(store.dynamicQueues(QueueModel.DEFAULT)).isZero();
    }

    @Test
    void theDefaultModelLimitsTheTemporaryQueuesOfClients() throws Exception {
        define(QueueModel.DEFAULT, QueueModel.Kind.TEMPORARY, 1, 2);
        try (Connection connection = jms("maker")) {
            Session session = connection.createSession();
            String name = session.createTemporaryQueue().getQueueName();
            TemporaryQueue second = session.createTemporaryQueue();
            assertThatThrownBy(session::createTemporaryQueue)
                    .hasMessageContaining("MR5025")
                    .hasMessageContaining("maxDynamicQueues");
            second.delete();
            session.createTemporaryQueue();
            put(name);
            assertCode(ErrorCode.QUEUE_FULL, () -> put(name));
            assertThat(store.names()).doesNotContain(name);
        }
        try (Connection connection = jms("other")) {
            Session session = connection.createSession();
            assertThatThrownBy(session::createTemporaryQueue)
                    .hasMessageContaining("lacks the right to create");
        }
    }

    @Test
    void aNameWithThePrefixOfAModelIsADynamicQueue() throws Exception {
        define("TEMP.MODEL", QueueModel.Kind.TEMPORARY, 0, 10);
        String name = "TEMP.MODEL.ONE";
        core(
                "maker",
                maker -> {
                    maker.createQueue(queue(name, true));
                    assertThat(store.definition(name).orElseThrow().rules().dynamicOf())
                            .isEqualTo("TEMP.MODEL");
                    assertThat(store.names()).contains(name);
                    assertThat(store.isTemporary(name)).isTrue();
                    put(name);
                    assertThat(maker.createConsumer(name).receive(60_000).getPriority())
                            .isEqualTo((byte) 7);
                    assertThatThrownBy(() -> maker.createQueue(queue("TEMP.MODEL.TWO", false)))
                            .hasMessageContaining("must be temporary");
                    checkRights(name);
                });
        core("other", other -> assertThat(store.exists(name)).isFalse());
    }

    /** A right to put on the model applies to its queues; only the creator can read them. */
    private void checkRights(String name) {
        assertThat(store.mayPut("sender", name)).isTrue();
        assertThat(store.mayPut("other", name)).isFalse();
        assertThatThrownBy(() -> core("sender", sender -> sender.createConsumer(name)))
                .isInstanceOf(ActiveMQException.class);
        assertThatThrownBy(() -> core("other", o -> o.createQueue(queue("TEMP.MODEL.X", true))))
                .isInstanceOf(ActiveMQException.class);
    }

    @Test
    void aPermanentDynamicQueueOfAClientSurvivesARestartUntilItsCreatorDeletesIt()
            throws Exception {
        define("KEPT.MODEL", QueueModel.Kind.PERMANENT, 5, 10);
        String name = "KEPT.MODEL.ONE";
        core("maker", maker -> maker.createQueue(queue(name, false)));
        put(name);
        store.close();
        open();
        QueueDefinition definition = store.definition(name).orElseThrow();
        assertThat(definition.rules().dynamicOf()).isEqualTo("KEPT.MODEL");
        assertThat(definition.maxDepth()).isEqualTo(5);
        core(
                "maker",
                maker -> {
                    try (var consumer = maker.createConsumer(name)) {
                        consumer.receive(60_000).acknowledge();
                    }
                    maker.deleteQueue(name);
                });
        assertThat(store.exists(name)).isFalse();
        assertThat(store.dynamicQueues("KEPT.MODEL")).isZero();
    }
}
