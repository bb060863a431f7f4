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

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Messages that kill the process that has them. */
class PoisonMessageTest {

    @TempDir Path home;

    @Test
    void aMessageThatKillsItsProcessReachesItsThresholdAndNoOtherIsBlamed() throws Exception {
        assertReached(1, 6);
    }

    @Test
    @Tag("proof")
    void severalThatKillTheirProcessReachTheirThresholdEachForItself() throws Exception {
        assertReached(3, 6, 30);
    }

    /** Of forty messages, those with these numbers kill their process. */
    private void assertReached(int threshold, int... poison) throws Exception {
        List<String> put = new ArrayList<>();
        IntStream.range(0, 40).forEach(i -> put.add("m" + i));
        List<String> killers = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        for (int number : poison) {
            String text = DyingProcess.POISON + number;
            if (killers.isEmpty()) {
                // The first end is not forced: a unit held several.
                expected.add(text + " 0");
            }
            IntStream.rangeClosed(0, threshold).forEach(i -> expected.add(text + " " + i));
            killers.add(text);
            put.set(number, text);
        }
        put(put);
        List<String> said = new ArrayList<>();
        int runs = 0;
        while (depth(DyingProcess.IN) > 0) {
            assertThat(++runs).as("runs; said so far: " + said).isLessThan(expected.size() + 3);
            said.addAll(DyingProcess.run(home, threshold));
        }
        assertThat(said).isEqualTo(expected);
        assertThat(texts(DyingProcess.BACKOUT)).isEqualTo(killers);
        put.removeAll(killers);
        assertThat(texts(DyingProcess.OUT)).isEqualTo(put);
    }

    @Test
    void withABrokerElsewhereItReachesItsThresholdToo(@TempDir Path folder) throws Exception {
        assertReachedElsewhere(folder, 1);
    }

    @Test
    @Tag("proof")
    void withABrokerElsewhereItReachesAHigherThresholdToo(@TempDir Path folder) throws Exception {
        assertReachedElsewhere(folder, 3);
    }

    private void assertReachedElsewhere(Path folder, int threshold) throws Exception {
        Acceptor core = Acceptor.loopback(Acceptor.Protocol.CORE);
        try (ArtemisStore broker =
                ArtemisStore.embed(TestSettings.embedded(home).withAcceptors(List.of(core)))) {
            put(broker, List.of("m0", "poison1", "m2", "m3"));
            Credentials left = Credentials.left(home);
            String url = "tcp://127.0.0.1:" + broker.listening().getFirst().port();
            List<String> expected = new ArrayList<>();
            // The first end is not counted, as with queues of this process.
            expected.add("poison1 0");
            IntStream.rangeClosed(0, threshold).forEach(i -> expected.add("poison1 " + i));
            List<String> said = new ArrayList<>();
            int runs = 0;
            while (broker.status(DyingProcess.IN).depth() > 0) {
                assertThat(++runs).as("runs; said so far: " + said).isLessThan(threshold + 5);
                said.addAll(DyingProcess.run(folder, threshold, url, left.user(), left.password()));
            }
            assertThat(said).isEqualTo(expected);
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
