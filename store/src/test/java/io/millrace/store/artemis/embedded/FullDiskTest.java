package io.millrace.store.artemis.embedded;

import static io.millrace.store.TestSettings.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.Acceptor;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueReader;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.queue.QueueStoreSettings;
import io.millrace.store.TestSettings;
import io.millrace.store.artemis.ArtemisStore;
import io.millrace.store.artemis.broker.BrokerSession;
import io.millrace.store.artemis.connection.ConnectionPool;
import io.millrace.store.home.Credentials;

import jakarta.jms.JMSContext;

import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.core.transaction.impl.XidImpl;
import org.apache.qpid.jms.JmsConnectionFactory;
import org.eclipse.paho.client.mqttv3.MqttClient;
import org.eclipse.paho.client.mqttv3.MqttConnectOptions;
import org.eclipse.paho.client.mqttv3.MqttException;
import org.eclipse.paho.client.mqttv3.persist.MemoryPersistence;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.Callable;

import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/** A disk that is really full. */
class FullDiskTest {

    private static final int DISK_MEGABYTES = 192;

    /** Less than one more file of the journal. */
    private static final int LEFT_FREE = 4;

    /** A little more than what the broker keeps free. */
    private static final int NEARLY_FULL = (int) (DiskSpace.MIN_FREE >> 20) + 6;

    private static final int UNIT = 10;
    private static final int MAX_UNITS = 10_000;
    private static final int DRAINED_AT_ONCE = 100;
    private static final String PADDING = " ".repeat(8_000);

    /** Always refused beyond a limit. */
    private static final int GUARDED = 95;

    private static final int UNGUARDED = 100;

    @TempDir Path folder;

    private SmallDisk disk;

    @BeforeEach
    void mount() throws IOException {
        disk = SmallDisk.mount(folder, DISK_MEGABYTES);
    }

    @AfterEach
    void unmount() {
        if (disk != null) {
            disk.close();
        }
    }

    private ArtemisStore open(int syncMicros, int diskFullPercent) {
        return ArtemisStore.embed(
                TestSettings.embedded(
                                disk.path().resolve("home"),
                                Acceptor.Protocol.AMQP,
                                Acceptor.Protocol.MQTT,
                                Acceptor.Protocol.CORE)
                        .withJournal(
                                new QueueStoreSettings.Journal(syncMicros, true, diskFullPercent)));
    }

    /** Opens a store that goes on until the disk itself has no room. */
    private ArtemisStore open(int syncMicros) {
        return open(syncMicros, UNGUARDED);
    }

    private static QueueMessage message(int unit, int number) {
        return new QueueMessage(new Mqmd(), Bytes.utf8(unit + " " + number + PADDING));
    }

    /** Puts units until one fails; gives back how many were acknowledged. */
    private static int putUntilFull(ArtemisStore store, List<MillraceException> failures) {
        try (QueueSession session = store.session()) {
            for (int unit = 0; unit < MAX_UNITS; unit++) {
                int current = unit;
                MillraceException failure =
                        catchThrowableOfType(
                                MillraceException.class,
                                () -> {
                                    for (int i = 0; i < UNIT; i++) {
                                        session.put("Q", message(current, i), true);
                                    }
                                    session.commit();
                                });
                if (failure != null) {
                    failures.add(failure);
                    return unit;
                }
            }
        }
        throw new AssertionError("the disk took everything");
    }

    /** How many messages are on the queue, by the numbers of their units. */
    private static TreeMap<Integer, Integer> drained(ArtemisStore store) {
        TreeMap<Integer, Integer> units = new TreeMap<>();
        try (QueueSession session = store.session();
                QueueReader reader = session.reader("Q")) {
            QueueMessage message;
            for (int i = 1; (message = reader.receive(0)) != null; i++) {
                String text = message.body().text(StandardCharsets.UTF_8);
                units.merge(Integer.valueOf(text.substring(0, text.indexOf(' '))), 1, Integer::sum);
                if (i % DRAINED_AT_ONCE == 0) {
                    session.commit();
                }
            }
            session.commit();
        }
        return units;
    }

    /** With a buffer that waits for others, Artemis answers for what it could not write. */
    @ParameterizedTest
    @ValueSource(ints = {0, 300})
    void nothingIsAcknowledgedThatIsNotThereWhenThereIsRoomAgain(int syncMicros)
            throws IOException {
        List<MillraceException> failures = new ArrayList<>();
        int acknowledged;
        Path ballast;
        try (ArtemisStore store = open(syncMicros)) {
            store.create(QueueDefinition.named("Q"));
            ballast = disk.fill(LEFT_FREE);
            acknowledged = putUntilFull(store, failures);
            assertThat(acknowledged).isPositive();
            assertThat(failures.getFirst().root().code()).isEqualTo(ErrorCode.STORE_DISK_FULL);
            assertThat(failures.getFirst().root().getMessage()).contains(disk.path().toString());
            assertThatThrownBy(store::session).isInstanceOf(MillraceException.class);
        }
        Files.delete(ballast);
        try (ArtemisStore store = open(syncMicros)) {
            TreeMap<Integer, Integer> units = drained(store);
            for (int unit = 0; unit < acknowledged; unit++) {
                assertThat(units.get(unit)).as("unit " + unit).isEqualTo(UNIT);
            }
            // The unit that failed is there as a whole or not at all, and none behind it.
            units.headMap(acknowledged).clear();
            assertThat(units.values()).allMatch(count -> count == UNIT).hasSizeLessThan(2);
        }
    }

    private static Bytes body(int kilobytes) {
        return Bytes.of(new byte[kilobytes << 10]);
    }

    private static String url(ArtemisStore store, String scheme, Acceptor.Protocol protocol) {
        return scheme + "://" + Acceptor.LOOPBACK + ":" + port(store, protocol);
    }

    /** Whether a message is put; throws what else happens than that the disk is full. */
    private static boolean isPut(Callable<?> put) {
        try {
            put.call();
            return true;
        } catch (MillraceException e) {
            if (e.code() != ErrorCode.STORE_DISK_FULL) {
                throw e;
            }
            assertThat(e).hasMessageContaining("must stay free");
            return false;
        } catch (Exception e) {
            assertThat(e).hasStackTraceContaining("MR5006");
            return false;
        }
    }

    private static int putsUntilRefused(Callable<?> put) {
        for (int puts = 0; puts < MAX_UNITS; puts++) {
            if (!isPut(put)) {
                return puts;
            }
        }
        throw new AssertionError("the disk took everything");
    }

    @ParameterizedTest
    @ValueSource(ints = {20, 90, 900})
    void putsAreRefusedBeforeTheDiskIsFullAndAcceptedWhenThereIsSpaceAgain(int kilobytes)
            throws IOException {
        try (ArtemisStore store = open(0, GUARDED);
                QueueSession session = store.session()) {
            store.create(QueueDefinition.named("Q"));
            Path ballast = disk.fill(NEARLY_FULL);
            QueueMessage message = new QueueMessage(new Mqmd(), body(kilobytes));
            Callable<?> put = () -> session.put("Q", message, false);
            int puts = putsUntilRefused(put);
            assertThat(puts).isPositive();
            assertThat(disk.path().toFile().getUsableSpace()).isPositive();
            try (QueueReader reader = session.reader("Q")) {
                assertThat(reader.receive(0)).isNotNull();
                session.commit();
            }
            Files.delete(ballast);
            await().ignoreExceptions().until(put, done -> true);
            assertThat(store.status("Q").depth()).isEqualTo(puts);
            assertThat(store.impediment()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {JMSContext.AUTO_ACKNOWLEDGE, JMSContext.SESSION_TRANSACTED})
    void messagesOfAmqpClientsAreRefusedAndTheirConnectionsMayComeAgain(int mode) throws Exception {
        try (ArtemisStore store = open(0, GUARDED)) {
            store.create(QueueDefinition.named("Q"));
            Credentials own = store.broker().connections().credentials();
            JmsConnectionFactory factory =
                    new JmsConnectionFactory(
                            own.user(), own.password(), url(store, "amqp", Acceptor.Protocol.AMQP));
            for (int kilobytes : new int[] {80, 700}) {
                Callable<?> put =
                        () -> {
                            try (JMSContext jms = factory.createContext(mode)) {
                                byte[] body = new byte[kilobytes << 10];
                                jms.createProducer().send(jms.createQueue("Q"), body);
                                if (mode == JMSContext.SESSION_TRANSACTED) {
                                    jms.commit();
                                }
                            }
                            return true;
                        };
                Path ballast = disk.fill(NEARLY_FULL);
                int puts = putsUntilRefused(put);
                assertThat(store.broker().failure()).isNull();
                Files.delete(ballast);
                await().ignoreExceptions().until(put, done -> true);
                assertThat(store.clear("Q")).isEqualTo(puts + 1);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void largeMessagesOfOtherProcessesAreRefusedAndNoneArrivesInPart(boolean inUnit)
            throws Exception {
        try (ArtemisStore store = open(0, GUARDED)) {
            store.create(QueueDefinition.named("Q"));
            Credentials own = store.broker().connections().credentials();
            String url = url(store, "tcp", Acceptor.Protocol.CORE);
            try (ArtemisStore remote =
                            ArtemisStore.connect(
                                    TestSettings.endpoint(url, own),
                                    QueueStoreSettings.inMemory());
                    QueueSession session = remote.session()) {
                Path ballast = disk.fill(NEARLY_FULL);
                QueueMessage message = new QueueMessage(new Mqmd(), body(3_000));
                Callable<?> put =
                        () -> {
                            session.put("Q", message, inUnit);
                            session.commit();
                            return true;
                        };
                int puts = putsUntilRefused(put);
                Files.delete(ballast);
                await().ignoreExceptions().until(put, done -> true);
                assertThat(store.browse("Q", MAX_UNITS))
                        .hasSize(puts + 1)
                        .allSatisfy(m -> assertThat(m.body().length()).isEqualTo(3_000 << 10));
            }
        }
    }

    @Test
    void coordinatedUnitsOfOtherProcessesWithRefusedLargeMessagesCannotBePrepared()
            throws Exception {
        try (ArtemisStore store = open(0, GUARDED)) {
            store.create(QueueDefinition.named("Q"));
            Credentials own = store.broker().connections().credentials();
            String url = url(store, "tcp", Acceptor.Protocol.CORE);
            disk.fill(NEARLY_FULL);
            try (ArtemisStore remote =
                            ArtemisStore.connect(
                                    TestSettings.endpoint(url, own),
                                    QueueStoreSettings.inMemory());
                    BrokerSession session = remote.broker().open(ConnectionPool.Mode.COORDINATED)) {
                Bytes large = body(9_000);
                Xid branch = new XidImpl(new byte[] {1}, 1, new byte[] {2});
                session.resource().start(branch, XAResource.TMNOFLAGS);
                session.send(SimpleString.of("Q"), session.message(true, large.length()), large);
                session.resource().end(branch, XAResource.TMSUCCESS);
                assertThatThrownBy(() -> session.resource().prepare(branch))
                        .isInstanceOf(XAException.class);
            }
            assertThat(store.status("Q").depth()).isZero();
        }
    }

    @Test
    void otherProcessesCanReadTheQueuesOfAFullDisk() throws Exception {
        try (ArtemisStore store = open(0, GUARDED)) {
            store.create(QueueDefinition.named("Q"));
            try (QueueSession session = store.session()) {
                session.put("Q", message(1, 1), false);
            }
            Credentials own = store.broker().connections().credentials();
            String url = url(store, "tcp", Acceptor.Protocol.CORE);
            disk.fill(LEFT_FREE);
            try (ArtemisStore remote =
                    ArtemisStore.connect(
                            TestSettings.endpoint(url, own), QueueStoreSettings.inMemory())) {
                assertThat(remote.status("Q").depth()).isOne();
                assertThat(remote.browse("Q", MAX_UNITS)).hasSize(1);
                assertThat(drained(remote)).containsEntry(1, 1);
            }
            assertThat(store.status("Q").depth()).isZero();
        }
    }

    @Test
    void messagesOfMqttClientsAreRefused() throws Exception {
        try (ArtemisStore store = open(0, GUARDED)) {
            store.create(QueueDefinition.named("Q"));
            Credentials own = store.broker().connections().credentials();
            MqttConnectOptions options = new MqttConnectOptions();
            options.setUserName(own.user());
            options.setPassword(own.password().toCharArray());
            disk.fill(NEARLY_FULL);
            String url = url(store, "tcp", Acceptor.Protocol.MQTT);
            MqttClient client = new MqttClient(url, "sensor", new MemoryPersistence());
            try {
                client.connect(options);
                assertThatThrownBy(
                                () -> {
                                    for (int i = 0; i < MAX_UNITS; i++) {
                                        client.publish("Q", new byte[90 << 10], 1, false);
                                    }
                                })
                        .isInstanceOf(MqttException.class);
            } finally {
                // The client can still be connected, or be about to disconnect.
                client.close(true);
            }
            assertThat(store.impediment()).isPresent();
            assertThat(store.status("Q").depth()).isPositive();
        }
    }
}
