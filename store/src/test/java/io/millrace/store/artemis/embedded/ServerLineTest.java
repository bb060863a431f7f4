package io.millrace.store.artemis.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueReader;
import io.millrace.engine.queue.QueueSession;
import io.millrace.store.TestSettings;
import io.millrace.store.artemis.ArtemisStore;
import io.millrace.store.artemis.broker.BrokerConsumer;
import io.millrace.store.artemis.broker.BrokerSession;
import io.millrace.store.artemis.broker.ResolvedQueue;
import io.millrace.store.artemis.connection.ConnectionPool;
import io.millrace.store.artemis.connection.ConnectionPool.Mode;
import io.millrace.store.home.Credentials;

import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.ICoreMessage;
import org.apache.activemq.artemis.api.core.Message;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.api.core.TransportConfiguration;
import org.apache.activemq.artemis.api.core.client.ActiveMQClient;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.apache.activemq.artemis.api.core.client.ClientSession;
import org.apache.activemq.artemis.api.core.client.ClientSessionFactory;
import org.apache.activemq.artemis.api.core.client.ServerLocator;
import org.apache.activemq.artemis.core.message.impl.CoreMessage;
import org.apache.activemq.artemis.core.remoting.impl.invm.InVMConnectorFactory;
import org.apache.activemq.artemis.core.server.MessageReference;
import org.apache.activemq.artemis.core.server.Queue;
import org.apache.activemq.artemis.core.server.ServerSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

class ServerLineTest {

    private static final String Q = "Q";
    private static final int LONG = 10_000;

    @TempDir private Path home;
    private ArtemisStore store;
    private BrokerSession line;

    @BeforeEach
    void open() throws ActiveMQException {
        store = ArtemisStore.embed(TestSettings.embedded(home));
        store.create(QueueDefinition.named(Q));
        line = store.broker().open(Mode.TRANSACTED);
        assertThat(line).isInstanceOf(InVmSession.class);
    }

    @AfterEach
    void close() {
        line.close();
        store.close();
    }

    private void put(int count, int bytes) throws ActiveMQException {
        for (int i = 0; i < count; i++) {
            CoreMessage message = line.message(true, bytes);
            message.putBytesProperty("mq_id", new byte[24]);
            message.putIntProperty("number", i);
            line.send(SimpleString.of(Q), message, Bytes.of(new byte[bytes]));
        }
        line.commit();
    }

    private BrokerConsumer consumer(int window) throws ActiveMQException {
        return line.consumer(new ResolvedQueue(QueueDefinition.named(Q)), window);
    }

    private static void assertNext(BrokerConsumer consumer, int count) throws ActiveMQException {
        for (int i = 0; i < count; i++) {
            assertThat(next(consumer)).isEqualTo(i);
        }
    }

    private static int next(BrokerConsumer consumer) throws ActiveMQException {
        ICoreMessage message = consumer.receive(LONG);
        assertThat(message).isNotNull();
        consumer.acknowledge(message);
        return message.getIntProperty("number");
    }

    /** For a client in this process. */
    private TransportConfiguration connector() {
        Object id =
                ((EmbeddedBroker) store.broker())
                        .server().getConfiguration().getAcceptorConfigurations().stream()
                                .map(a -> a.getParams().get("serverId"))
                                .filter(Objects::nonNull)
                                .findFirst()
                                .orElseThrow();
        return new TransportConfiguration(
                InVMConnectorFactory.class.getName(), Map.of("serverId", id));
    }

    private Queue queue() {
        return ((EmbeddedBroker) store.broker()).server().locateQueue(SimpleString.of(Q));
    }

    @Test
    void noMoreThanTheWindowWaitsForAConsumer() throws Exception {
        put(1_000, 100);
        BrokerConsumer consumer = consumer(ConnectionPool.ONE_MESSAGE);
        for (int i = 0; i < 20; i++) {
            assertThat(next(consumer)).isEqualTo(i);
            // The one that was taken last is held by the unit.
            assertThat(queue().getDeliveringCount()).isLessThanOrEqualTo(i + 2);
        }
        BrokerConsumer other = consumer(ConnectionPool.ONE_MESSAGE);
        assertThat(next(other)).isIn(20, 21);
    }

    @Test
    void allComesInOrderThoughTheWindowIsSmall() throws Exception {
        put(1_000, 100);
        BrokerConsumer consumer = consumer(4 << 10);
        assertNext(consumer, 1_000);
        assertThat(consumer.receive(0)).isNull();
        line.commit();
        await().until(() -> queue().getMessageCount() == 0);
    }

    @Test
    void aRollbackGivesBackWhatWasGotAndWhatWaits() throws Exception {
        put(100, 100);
        BrokerConsumer consumer = consumer(64 << 10);
        assertNext(consumer, 10);
        line.rollback();
        assertNext(consumer, 100);
        line.commit();
        assertThat(consumer.receive(0)).isNull();
    }

    @Test
    void whatWaitedForAClosedConsumerIsAnothers() throws Exception {
        put(100, 100);
        BrokerConsumer consumer = consumer(64 << 10);
        assertThat(next(consumer)).isZero();
        consumer.close();
        assertThat(consumer.isClosed()).isTrue();
        BrokerConsumer another = consumer(64 << 10);
        assertThat(next(another)).isEqualTo(1);
        line.rollback();
        assertThat(next(another)).isZero();
    }

    /** Also where the broker still answers the commit before, and takes back what waited later. */
    @Test
    void consumersOneAfterTheOtherGetAllInOrder() throws Exception {
        put(200, 100);
        BrokerConsumer consumer = consumer(64 << 10);
        for (int i = 0; i < 200; i++) {
            assertThat(next(consumer)).isEqualTo(i);
            line.commit();
            consumer.close();
            consumer = consumer(i % 2 == 0 ? ConnectionPool.ONE_MESSAGE : 64 << 10);
        }
    }

    @Test
    void anInterruptedThreadRollsBackWholeAndStaysInterrupted() throws Exception {
        put(100, 100);
        BrokerConsumer consumer = consumer(64 << 10);
        assertNext(consumer, 10);
        Thread.currentThread().interrupt();
        line.rollback();
        assertThat(Thread.interrupted()).isTrue();
        assertNext(consumer, 100);
    }

    /** Of the broker's threads: the broker may not have waited for one where it was disturbed. */
    @Test
    void whatWasOnItsWayWhenAllWasGivenBackDoesNotArrive() throws Exception {
        put(1, 100);
        InVmConsumer consumer = (InVmConsumer) consumer(1);
        await().until(consumer::isReady);
        MessageReference reference =
                queue().getDeliveringMessages().values().stream()
                        .flatMap(List::stream)
                        .findFirst()
                        .orElseThrow();
        assertThat(consumer.hasRoom()).isFalse();
        consumer.clear();
        consumer.arrived(reference);
        assertThat(consumer.isReady()).isFalse();
        assertThat(consumer.hasRoom()).isTrue();
        consumer.arrived(reference);
        assertThat(consumer.isReady()).isTrue();
    }

    /** A session that is closed has a new, empty transaction for a moment. */
    @Test
    void aUnitWhoseLineAnotherThreadHasClosedDoesNotCommit() throws Exception {
        CoreMessage message = line.message(true, 10);
        message.putIntProperty("number", 1);
        line.send(SimpleString.of(Q), message, Bytes.EMPTY);
        CompletableFuture.runAsync(line::close).get(LONG, TimeUnit.MILLISECONDS);
        assertThatThrownBy(() -> line.commit()).isInstanceOf(ActiveMQException.class);
        assertThat(line.isClosed()).isTrue();
        line = store.broker().open(Mode.TRANSACTED);
        assertThat(consumer(1).receive(0)).isNull();
    }

    @Test
    void aMessageThatCannotBeReadIsNotPassedOver() throws Exception {
        close();
        store = ArtemisStore.embed(TestSettings.embedded(home).withMaxMessageBytes(1_000));
        line = store.broker().open(Mode.TRANSACTED);
        put(1, 2_000);
        put(1, 10);
        try (QueueSession session = store.session()) {
            QueueReader reader = session.reader(Q);
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> reader.receive(LONG))
                        .isInstanceOfSatisfying(
                                MillraceException.class,
                                e -> assertThat(e.code()).isEqualTo(ErrorCode.MESSAGE_TOO_LARGE));
            }
            session.commit();
        }
        assertThat(store.status(Q).depth()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({"500000, true", "50000, true", "50000, false"})
    void aBodyThatItsClientCompressedIsReadAsItWas(int bytes, boolean random) throws Exception {
        byte[] body = new byte[bytes];
        if (random) {
            new Random(1).nextBytes(body);
        }
        ServerLocator locator =
                ActiveMQClient.createServerLocatorWithoutHA(connector())
                        .setCompressLargeMessage(true)
                        .setMinLargeMessageSize(10_000);
        Credentials user = store.broker().connections().credentials();
        try (locator;
                ClientSessionFactory factory = locator.createSessionFactory();
                ClientSession client =
                        factory.createSession(
                                user.user(), user.password(), false, true, true, false, 1)) {
            ClientMessage message = client.createMessage(Message.BYTES_TYPE, true);
            message.getBodyBuffer().writeBytes(body);
            client.createProducer(Q).send(message);
        }
        ICoreMessage got = consumer(ConnectionPool.ONE_MESSAGE).receive(LONG);
        assertThat(got.getBooleanProperty(Message.HDR_LARGE_COMPRESSED)).isTrue();
        assertThat(store.mapping().read(got, Q, 0).body().toArray()).isEqualTo(body);
    }

    /** Clients can say what they like of a message. */
    @Test
    void aBodyThatIsSaidToBeCompressedAndHugeIsRefusedBeforeThereIsRoomForIt() throws Exception {
        CoreMessage message = line.message(true, 10);
        message.putStringProperty(Message.HDR_LARGE_COMPRESSED, SimpleString.of("true"));
        message.putLongProperty(Message.HDR_LARGE_BODY_SIZE, Integer.MAX_VALUE);
        line.send(SimpleString.of(Q), message, Bytes.EMPTY);
        line.commit();
        ICoreMessage got = consumer(1).receive(LONG);
        assertThatThrownBy(() -> store.mapping().read(got, Q, 0))
                .isInstanceOfSatisfying(
                        MillraceException.class,
                        e -> assertThat(e.code()).isEqualTo(ErrorCode.MESSAGE_TOO_LARGE));
    }

    @Test
    void aLargeBodyIsReadWholeAlsoAfterAStart() throws Exception {
        int bytes = 300 << 10;
        put(1, bytes);
        close();
        open();
        BrokerConsumer consumer = consumer(ConnectionPool.ONE_MESSAGE);
        ICoreMessage message = consumer.receive(LONG);
        assertThat(message.isLargeMessage()).isTrue();
        assertThat(store.mapping().read(message, Q, 0).body().length()).isEqualTo(bytes);
        consumer.acknowledge(message);
        line.commit();
        await().until(() -> home.resolve("large").toFile().list().length == 0);
    }

    @Test
    void whatExpiresWhileItWaitsHidesNothingBehindIt() throws Exception {
        long end = System.currentTimeMillis() + 2_000;
        CoreMessage first = line.message(true, 100);
        first.setExpiration(end);
        line.send(SimpleString.of(Q), first, Bytes.EMPTY);
        line.commit();
        BrokerConsumer consumer = consumer(ConnectionPool.ONE_MESSAGE);
        await().until(consumer::isReady);
        put(1, 100);
        await().until(() -> System.currentTimeMillis() > end);
        ICoreMessage message = consumer.receive(0);
        assertThat(message).isNotNull();
        assertThat(message.getIntProperty("number")).isZero();
    }

    @Test
    void copiesOutliveTheProcessEachForItself() throws Exception {
        List<String> queues = List.of("A", "B", "C");
        queues.forEach(name -> store.create(QueueDefinition.named(name)));
        try (QueueSession session = store.session()) {
            session.putToEach(
                    queues, new QueueMessage(new Mqmd().persistence(1), Bytes.utf8("x")), true);
            session.commit();
            session.reader("B").receive(LONG);
            session.commit();
        }
        List<Bytes> before = ids(queues);
        close();
        open();
        assertThat(ids(queues)).isEqualTo(before).hasSize(2).doesNotHaveDuplicates();
    }

    private List<Bytes> ids(List<String> queues) {
        return queues.stream()
                .flatMap(name -> store.browse(name, 9).stream())
                .map(message -> message.descriptor().msgId())
                .toList();
    }

    @Test
    void aWaitEndsWhenTheLineIsClosed() throws Exception {
        BrokerConsumer consumer = consumer(1);
        CompletableFuture<ICoreMessage> waits =
                CompletableFuture.supplyAsync(
                        () -> {
                            try {
                                return consumer.receive(10 * LONG);
                            } catch (ActiveMQException e) {
                                throw new IllegalStateException(e);
                            }
                        });
        line.close();
        assertThat(waits.get(LONG, TimeUnit.MILLISECONDS)).isNull();
        assertThat(consumer.isClosed()).isTrue();
        line = store.broker().open(Mode.TRANSACTED);
    }

    @Test
    void aConsumerEndsWithItsQueue() throws Exception {
        BrokerConsumer consumer = consumer(1);
        store.delete(Q);
        assertThat(consumer.receive(LONG)).isNull();
        assertThat(consumer.isClosed()).isTrue();
        assertThat(line.isClosed()).isFalse();
        consumer.close();
        assertThat(((EmbeddedBroker) store.broker()).server().getSessions())
                .flatExtracting(ServerSession::getServerConsumers)
                .extracting(c -> c.getQueueName().toString())
                .doesNotContain(Q);
    }

    @Test
    void aUnitThatTheBrokerHasUndoneDoesNotCommit() throws Exception {
        put(1, 100);
        BrokerConsumer consumer = consumer(1);
        assertThat(next(consumer)).isZero();
        line.transaction().markAsRollbackOnly(new ActiveMQException("for a test"));
        assertThatThrownBy(() -> line.commit()).isInstanceOf(ActiveMQException.class);
        line.rollback();
        assertThat(next(consumer)).isZero();
    }

    @Test
    void aLineThatIsNotTransactedSendsAtOnce() throws Exception {
        try (BrokerSession immediate = store.broker().open(Mode.IMMEDIATE)) {
            CoreMessage message = immediate.message(true, 10);
            message.putIntProperty("number", 7);
            immediate.send(SimpleString.of(Q), message, Bytes.EMPTY);
        }
        assertThat(next(consumer(1))).isEqualTo(7);
    }
}
