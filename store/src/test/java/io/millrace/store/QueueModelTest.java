package io.millrace.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueReader;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.queue.QueueStore;
import io.millrace.engine.queue.QueueStoreSettings;
import io.millrace.engine.queue.QueueStores;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

import org.awaitility.core.ConditionFactory;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Queues, units of work and backout counts against a model that is a list: whatever is done, in
 * whatever order. {@code -Djqwik.tries.default=10000} tries ten thousand sequences.
 */
class QueueModelTest {

    /** What can be done. */
    enum Action {
        PUT,
        PUT_AT_ONCE,
        PUT_BY_ANOTHER,
        RECEIVE,
        COMMIT,
        ROLL_BACK,
        FORGIVE_AND_ROLL_BACK,
        GIVE_BACK,
        ACCEPT_NOW,
        CLOSE_READER,
        CLOSE_SESSION,
        CLEAR,
        LOOK
    }

    private static Path home;
    private static QueueStore memory;
    private static QueueStore artemis;

    @BeforeContainer
    static void open() throws IOException {
        home = Files.createTempDirectory(Files.createDirectories(Path.of("target")), "model");
        QueueStores stores = QueueStores.load(QueueModelTest.class.getClassLoader());
        memory = stores.provider(QueueStores.MEMORY).open(QueueStoreSettings.inMemory());
        artemis = stores.provider(QueueStores.ARTEMIS).open(TestSettings.embedded(home));
    }

    @AfterContainer
    static void close() throws IOException {
        memory.close();
        artemis.close();
        try (Stream<Path> files = Files.walk(home)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    @Provide
    Arbitrary<List<Action>> sequences() {
        return Arbitraries.of(Action.class).list().ofMinSize(1).ofMaxSize(40);
    }

    @Property
    void aQueueInMemoryIsAsTheModelSays(@ForAll("sequences") List<Action> actions) {
        run(memory, actions);
    }

    @Property
    void aQueueOfArtemisIsAsTheModelSays(@ForAll("sequences") List<Action> actions) {
        run(artemis, actions);
    }

    private static void run(QueueStore store, List<Action> actions) {
        String queue = "MODEL";
        store.create(QueueDefinition.named(queue));
        store.clear(queue);
        try (Run run = new Run(store, queue)) {
            actions.forEach(run::perform);
        }
        soon().until(() -> store.status(queue).inDelivery() == 0);
    }

    /** Figures of a queue may follow its messages a moment later. */
    private static ConditionFactory soon() {
        return await().atMost(Duration.ofMinutes(4))
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1));
    }

    private static final class Entry {
        private final String text;
        private int backouts;

        public Entry(String text) {
            this.text = text;
        }
    }

    /** The queue and its model, both in the same state. */
    private static final class Run implements AutoCloseable {
        private final QueueStore store;
        private final String queue;
        private QueueSession session;
        private QueueReader reader;
        private int number;

        private final List<Entry> ready = new ArrayList<>();
        private final List<Entry> got = new ArrayList<>();
        private final List<Entry> put = new ArrayList<>();

        Run(QueueStore store, String queue) {
            this.store = store;
            this.queue = queue;
            session = store.session();
        }

        void perform(Action action) {
            switch (action) {
                case PUT -> put.add(put(session, true));
                case PUT_AT_ONCE -> ready.add(put(session, false));
                case PUT_BY_ANOTHER -> {
                    try (QueueSession another = store.session()) {
                        ready.add(put(another, true));
                        another.commit();
                    }
                }
                case RECEIVE -> receive();
                case COMMIT -> {
                    session.commit();
                    got.clear();
                    ready.addAll(put);
                    put.clear();
                }
                case ROLL_BACK -> {
                    session.rollback();
                    undo(true);
                }
                case FORGIVE_AND_ROLL_BACK -> {
                    session.keepBackoutCounts();
                    session.rollback();
                    undo(false);
                }
                case GIVE_BACK -> {
                    if (reader != null) {
                        reader.giveBack();
                        undo(false);
                    }
                }
                case ACCEPT_NOW -> {
                    // It must come before anything else was done in the unit.
                    if (reader != null && put.isEmpty()) {
                        reader.acceptNow();
                        got.clear();
                    }
                }
                case CLOSE_READER -> closeReader();
                case CLOSE_SESSION -> {
                    session.close();
                    undo(true);
                    session = store.session();
                    reader = null;
                }
                case CLEAR -> {
                    // What a reader has read ahead it may get or not.
                    closeReader();
                    if (got.isEmpty()) {
                        assertThat(store.clear(queue)).isEqualTo(ready.size());
                        ready.clear();
                    }
                }
                case LOOK -> look();
            }
        }

        private Entry put(QueueSession by, boolean inUnit) {
            Entry entry = new Entry("m" + number++);
            by.put(queue, new QueueMessage(new Mqmd(), Bytes.utf8(entry.text)), inUnit);
            return entry;
        }

        private void receive() {
            if (reader == null) {
                if (!got.isEmpty()) {
                    // Two readers of a unit blame for themselves; the model has one.
                    return;
                }
                reader = session.reader(queue);
            }
            QueueMessage message = reader.receive(0);
            if (ready.isEmpty()) {
                assertThat(message).isNull();
                return;
            }
            Entry first = ready.removeFirst();
            assertThat(message).as("expected %s", first.text).isNotNull();
            assertThat(message.body().text(StandardCharsets.UTF_8)).isEqualTo(first.text);
            assertThat(message.descriptor().backoutCount()).isEqualTo(first.backouts);
            got.add(first);
        }

        private void undo(boolean blame) {
            if (blame && got.size() == 1) {
                got.getFirst().backouts++;
            }
            ready.addAll(0, got);
            got.clear();
            put.clear();
        }

        private void closeReader() {
            if (reader != null) {
                reader.close();
                reader = null;
            }
        }

        private void look() {
            soon().untilAsserted(
                            () ->
                                    assertThat(store.status(queue).depth())
                                            .isEqualTo(ready.size() + got.size()));
        }

        @Override
        public void close() {
            session.close();
            undo(true);
            look();
            List<String> texts = new ArrayList<>();
            List<Integer> backouts = new ArrayList<>();
            for (QueueMessage message : store.browse(queue, Integer.MAX_VALUE)) {
                texts.add(message.body().text(StandardCharsets.UTF_8));
                backouts.add(message.descriptor().backoutCount());
            }
            assertThat(texts).isEqualTo(ready.stream().map(e -> e.text).toList());
            assertThat(backouts).isEqualTo(ready.stream().map(e -> e.backouts).toList());
        }
    }
}
