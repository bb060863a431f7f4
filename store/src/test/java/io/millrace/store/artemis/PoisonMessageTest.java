package io.millrace.store.artemis;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.Acceptor;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueSession;
import io.millrace.store.TestSettings;
import io.millrace.store.home.Credentials;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Messages that kill the process that has them. */
class PoisonMessageTest {

    @TempDir Path home;

    @Test
    void aMessageThatKillsItsProcessReachesItsThresholdAndNoOtherIsBlamed() throws Exception {
        List<String> sent = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            sent.add(i == 6 || i == 30 ? DyingProcess.POISON + i : "m" + i);
        }
        put(sent);
        List<String> said = new ArrayList<>();
        int runs = 0;
        while (depth(DyingProcess.IN) > 0) {
            assertThat(++runs).as("runs; said so far: " + said).isLessThan(12);
            said.addAll(DyingProcess.run(home));
        }
        assertThat(said)
                .as("the first end is not forced: a unit held several")
                .containsExactly(
                        "poison6 0",
                        "poison6 0",
                        "poison6 1",
                        "poison6 2",
                        "poison6 3",
                        "poison30 0",
                        "poison30 1",
                        "poison30 2",
                        "poison30 3");
        assertThat(texts(DyingProcess.BACKOUT)).containsExactly("poison6", "poison30");
        sent.removeIf(text -> text.startsWith(DyingProcess.POISON));
        assertThat(texts(DyingProcess.OUT)).isEqualTo(sent);
    }

    @Test
    void withABrokerElsewhereItReachesItsThresholdToo(@TempDir Path folder) throws Exception {
        Acceptor core = Acceptor.loopback(Acceptor.Protocol.CORE);
        try (ArtemisStore broker =
                ArtemisStore.embed(TestSettings.embedded(home).withAcceptors(List.of(core)))) {
            put(broker, List.of("m0", "poison1", "m2", "m3"));
            Credentials left = Credentials.left(home);
            String url = "tcp://127.0.0.1:" + broker.listening().getFirst().port();
            List<String> said = new ArrayList<>();
            int runs = 0;
            while (broker.status(DyingProcess.IN).depth() > 0) {
                assertThat(++runs).as("runs; said so far: " + said).isLessThan(8);
                said.addAll(DyingProcess.run(folder, url, left.user(), left.password()));
            }
            assertThat(said)
                    .as("the first end is not counted, as with queues of this process")
                    .containsExactly(
                            "poison1 0", "poison1 0", "poison1 1", "poison1 2", "poison1 3");
            assertThat(texts(broker, DyingProcess.BACKOUT)).containsExactly("poison1");
            assertThat(texts(broker, DyingProcess.OUT)).containsExactly("m0", "m2", "m3");
        }
    }

    private void put(List<String> texts) {
        try (ArtemisStore store = open()) {
            put(store, texts);
        }
    }

    private static void put(ArtemisStore store, List<String> texts) {
        try (QueueSession session = store.session()) {
            store.create(QueueDefinition.named(DyingProcess.IN));
            for (String text : texts) {
                QueueMessage message = new QueueMessage(new Mqmd(), Bytes.utf8(text));
                session.put(DyingProcess.IN, message, true);
            }
            session.commit();
        }
    }

    private ArtemisStore open() {
        return ArtemisStore.embed(TestSettings.embedded(home));
    }

    private long depth(String queue) {
        try (ArtemisStore store = open()) {
            return store.status(queue).depth();
        }
    }

    private List<String> texts(String queue) {
        try (ArtemisStore store = open()) {
            return texts(store, queue);
        }
    }

    private static List<String> texts(ArtemisStore store, String queue) {
        return store.browse(queue, 100).stream()
                .map(m -> m.body().text(StandardCharsets.UTF_8))
                .toList();
    }
}
