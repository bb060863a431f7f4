package io.millrace.store.artemis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.Acceptor;
import io.millrace.engine.queue.NameLock;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.queue.QueueStoreSettings;
import io.millrace.engine.queue.ReceivedKeys;
import io.millrace.engine.work.UnitOfWork;
import io.millrace.store.TestSettings;
import io.millrace.store.home.Credentials;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** Keys of received messages, where processes die and where several use the same queues. */
class ReceivedKeysTest {

    private static final int TEXTS = 150;
    private static final int DEATHS = 4;

    @TempDir Path home;

    @Test
    void aProcessThatIsKilledAgainAndAgainDoesEachTextOnce() throws Exception {
        try (ArtemisStore store = open();
                QueueSession session = store.session()) {
            store.create(QueueDefinition.named(ReceivingProcess.IN));
            for (int i = 0; i < 2 * TEXTS; i++) {
                Bytes text = Bytes.utf8("text" + i % TEXTS);
                session.put(ReceivingProcess.IN, new QueueMessage(new Mqmd(), text), true);
            }
            session.commit();
        }
        for (int death = 0; death < DEATHS; death++) {
            assertThat(ReceivingProcess.run(home, 10 + death)).as("killed").isTrue();
        }
        assertThat(ReceivingProcess.run(home, Integer.MAX_VALUE)).as("killed").isFalse();
        try (ArtemisStore store = open()) {
            assertThat(texts(store, ReceivingProcess.OUT)).hasSize(TEXTS).doesNotHaveDuplicates();
            assertThat(store.status(ReceivingProcess.IN).depth()).isZero();
        }
    }

    @Test
    @SuppressWarnings("try") // The first is closed before the second asks again.
    void oneProcessAtATimeHasTheKeysOfABrokerElsewhere() {
        Acceptor core = Acceptor.loopback(Acceptor.Protocol.CORE);
        QueueStoreSettings listening = TestSettings.embedded(home).withAcceptors(List.of(core));
        try (ArtemisStore server = ArtemisStore.embed(listening);
                ArtemisStore one = connect(server);
                ArtemisStore two = connect(server)) {
            try (ReceivedKeys first = ReceivedKeys.open(one, "KEYS", 10)) {
                assertThat(claim(one, first, "a")).isTrue();
                try (ReceivedKeys second = ReceivedKeys.open(two, "KEYS", 10)) {
                    assertThatThrownBy(() -> claim(two, second, "a"))
                            .hasMessageContaining("another process uses KEYS");
                    first.close();
                    assertThat(claim(two, second, "a")).isFalse();
                    assertThat(claim(two, second, "b")).isTrue();
                }
            }
        }
    }

    @Test
    void aNameIsFreeWhenWhoHeldItHasGoneAndThatIsSeen() {
        Acceptor core = Acceptor.loopback(Acceptor.Protocol.CORE);
        QueueStoreSettings listening = TestSettings.embedded(home).withAcceptors(List.of(core));
        try (ArtemisStore server = ArtemisStore.embed(listening)) {
            ArtemisStore gone = connect(server);
            NameLock held = gone.hold("NAME");
            assertThat(held.isLost()).isFalse();
            gone.close();
            assertThat(held.isLost()).isTrue();
            // The broker deletes the queue of a connection a moment after it has ended.
            await().ignoreExceptions().untilAsserted(() -> server.hold("NAME").close());
        }
    }

    private static boolean claim(ArtemisStore store, ReceivedKeys keys, String key) {
        UnitOfWork unit = new UnitOfWork();
        try (QueueSession session = store.session()) {
            boolean claimed = keys.claim(key, unit, session, () -> false);
            unit.commit();
            return claimed;
        }
    }

    private ArtemisStore connect(ArtemisStore server) {
        Credentials left = Credentials.left(home);
        int port = server.listening().getFirst().port();
        return ArtemisStore.connect(
                TestSettings.endpoint("tcp://" + Acceptor.LOOPBACK + ":" + port, left),
                QueueStoreSettings.inMemory());
    }

    private ArtemisStore open() {
        return ArtemisStore.embed(TestSettings.embedded(home));
    }

    private static List<String> texts(ArtemisStore store, String queue) {
        return store.browse(queue, 1_000).stream()
                .map(m -> m.body().text(StandardCharsets.UTF_8))
                .toList();
    }
}
