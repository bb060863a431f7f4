package io.millrace.store.artemis;

import static io.millrace.store.TestSettings.assertCode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.queue.Acceptor;
import io.millrace.engine.queue.NameLock;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.state.State;
import io.millrace.engine.state.StateLimits;
import io.millrace.engine.state.StateRecord;
import io.millrace.engine.state.StateStore;
import io.millrace.engine.work.UnitOfWork;
import io.millrace.store.TestSettings;
import io.millrace.store.home.Credentials;

import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.client.ActiveMQClient;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.apache.activemq.artemis.api.core.client.ClientSession;
import org.apache.activemq.artemis.api.core.client.ServerLocator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/** The state of nodes, where processes die and where several use the same queues. */
class StateProcessTest {

    private static final String STATE = "SYSTEM.STATE.keys";

    /** The units that end before each kill are more than those of the kill before. */
    private static final int DEATHS = Math.min(Integer.getInteger("millrace.cycles", 1), 3);

    @TempDir Path home;

    private ArtemisStore serve() {
        Acceptor core = Acceptor.loopback(Acceptor.Protocol.CORE);
        return ArtemisStore.embed(TestSettings.embedded(home).withAcceptors(List.of(core)));
    }

    private static String url(ArtemisStore server) {
        return "tcp://" + Acceptor.LOOPBACK + ":" + server.listening().getFirst().port();
    }

    private ArtemisStore connect(ArtemisStore server) {
        return StateProcess.connect(url(server), home);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aKilledProcessContinuesAtItsPositionAndEachTimerFiresOnce(boolean remote)
            throws Exception {
        ArtemisStore server = remote ? serve() : null;
        String url = remote ? url(server) : "";
        for (int death = 0; death < DEATHS; death++) {
            assertThat(StateProcess.run(home, url, 5 + 7 * death)).as("killed").isTrue();
        }
        assertThat(StateProcess.run(home, url, Integer.MAX_VALUE)).as("killed").isFalse();
        try (ArtemisStore store = remote ? server : serve()) {
            List<String> lines =
                    IntStream.range(0, StateProcess.MANY).mapToObj(Integer::toString).toList();
            assertThat(texts(store, StateProcess.LINES)).isEqualTo(lines);
            assertThat(texts(store, StateProcess.FIRED)).containsExactlyInAnyOrderElementsOf(lines);
        }
    }

    private static List<String> texts(ArtemisStore store, String queue) {
        return store.browse(queue, 10_000).stream()
                .map(m -> m.body().text(StandardCharsets.UTF_8))
                .toList();
    }

    /** A process with the state of a remote broker. */
    private static final class Client implements AutoCloseable {
        private final ArtemisStore store;
        private final UnitOfWork unit = new UnitOfWork();
        private final QueueSession session;
        private final State state;

        Client(ArtemisStore store) {
            this.store = store;
            session = store.session();
            state =
                    new StateStore(store, Clock.systemUTC())
                            .open("keys", StateLimits.DEFAULT, unit, () -> session, () -> false);
        }

        String get(String key) {
            StateRecord record = state.get(key);
            return record == null ? null : record.value().text(StandardCharsets.UTF_8);
        }

        void put(String key, String value) {
            state.put(key, Bytes.utf8(value));
            unit.commit();
        }

        @Override
        public void close() {
            state.close();
            session.close();
            store.close();
        }
    }

    @Test
    @SuppressWarnings("try") // The first is closed before the second asks again.
    void oneProcessAtATimeHasTheStateOfARemoteBroker() {
        try (ArtemisStore server = serve();
                Client one = new Client(connect(server));
                Client two = new Client(connect(server))) {
            one.put("a", "1");
            assertThatThrownBy(() -> two.get("a"))
                    .hasMessageContaining("another process")
                    .hasMessageContaining("holds " + STATE);
            one.put("a", "2");
            one.close();
            await().ignoreExceptions().until(() -> two.get("a").equals("2"));
            two.put("b", "3");
            assertThat(two.get("a")).isEqualTo("2");
        }
    }

    @Test
    void aNameIsFreeWhenWhoHeldItHasGoneAndThatIsSeen() {
        try (ArtemisStore server = serve()) {
            ArtemisStore gone = connect(server);
            NameLock held = gone.hold("NAME");
            assertThat(held.isLost()).isFalse();
            gone.close();
            assertThat(held.isLost()).isTrue();
            // The broker deletes the queue of a connection a moment after it has ended.
            await().ignoreExceptions().untilAsserted(() -> server.hold("NAME").close());
        }
    }

    /**
     * A coordinated unit of another process is prepared, that process ends, and its units are ended
     * later: until then, nobody knows which record they have changed to what.
     */
    @Test
    void aUnitInDoubtKeepsItsRecordsLocked() throws Exception {
        try (ArtemisStore server = serve()) {
            try (Client client = new Client(connect(server))) {
                client.put("a", "1");
                client.put("a", "2");
            }
            QueueMessage changed = server.browse(STATE, 2).getLast();
            server.delete(STATE);
            try (Client client = new Client(connect(server))) {
                client.put("a", "1");
            }
            try (Coordinated other = new Coordinated(url(server), Credentials.left(home))) {
                other.prepare(changed.body());
                try (Client client = new Client(connect(server))) {
                    assertCode(ErrorCode.QUEUE_STORE_DOWN, () -> client.get("a"));
                    assertThatThrownBy(() -> client.get("a"))
                            .hasMessageContaining("coordinated units in doubt");
                    other.commit();
                    assertThat(client.get("a")).isEqualTo("2");
                }
            }
        }
    }

    /** A session whose branch is that of a coordinator of Millrace. */
    private static final class Coordinated implements AutoCloseable {
        private final ServerLocator locator;
        private final ClientSession session;
        private final Xid xid = new Branch();

        Coordinated(String url, Credentials user) throws Exception {
            locator = ActiveMQClient.createServerLocator(url);
            session =
                    locator.createSessionFactory()
                            .createSession(
                                    user.user(), user.password(), true, false, false, false, 0);
        }

        void prepare(Bytes body) throws Exception {
            session.start(xid, XAResource.TMNOFLAGS);
            ClientMessage message = session.createMessage(ClientMessage.BYTES_TYPE, true);
            message.getBodyBuffer().writeBytes(body.toArray());
            session.createProducer(STATE).send(message);
            session.end(xid, XAResource.TMSUCCESS);
            session.prepare(xid);
        }

        void commit() throws Exception {
            session.commit(xid, false);
        }

        @Override
        public void close() throws ActiveMQException {
            session.close();
            locator.close();
        }
    }

    private static final class Branch implements Xid {
        private static final int NARAYANA = 0x20005;
        private static final int UID_BYTES = 28;
        private static final byte[] NODE = "other".getBytes(StandardCharsets.US_ASCII);

        @Override
        public int getFormatId() {
            return NARAYANA;
        }

        @Override
        public byte[] getGlobalTransactionId() {
            byte[] id = Arrays.copyOf(new byte[] {1}, UID_BYTES + NODE.length);
            System.arraycopy(NODE, 0, id, UID_BYTES, NODE.length);
            return id;
        }

        @Override
        public byte[] getBranchQualifier() {
            return new byte[UID_BYTES + Integer.BYTES];
        }
    }
}
