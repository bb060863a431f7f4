package io.millrace.store;

import static io.millrace.store.TestSettings.assertCode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.OpenUnit;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueReader;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.queue.QueueStatus;
import io.millrace.engine.queue.QueueStore;
import io.millrace.engine.queue.UnitLimits;
import io.millrace.store.artemis.broker.QueueSettings;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** What holds for units of work with every store of queues; and what its tests stand on. */
abstract class QueueUnitContract {

    static final String QUEUE = "ORDERS.IN";
    static final int MAX_MESSAGE = 1 << 20;
    static final int MAX_COUNT = 300;
    static final UnitLimits UNITS = new UnitLimits(MAX_COUNT, 60_000);

    /** Long enough for anything that will happen; nothing waits that long. */
    static final long LONG = 30_000;

    /** Queues that a store has from the start. */
    private static final Set<String> STANDING =
            Set.of(QueueStore.DEAD_LETTER_QUEUE, QueueSettings.EXPIRY_QUEUE);

    QueueStore store;

    /**
     * Opens a store whose messages have at most {@link #MAX_MESSAGE} bytes, its units at most
     * {@link #MAX_COUNT} messages. It may be that of the test before.
     */
    abstract QueueStore open() throws Exception;

    @BeforeEach
    void openStore() throws Exception {
        store = open();
        for (QueueStatus left : store.status()) {
            if (STANDING.contains(left.name())) {
                store.clear(left.name());
            } else {
                store.delete(left.name());
            }
        }
        store.create(QueueDefinition.named(QUEUE));
    }

    /** Whether a store was closed, or has lost its broker. */
    static boolean isDown(QueueStore store) {
        try {
            store.status();
            return false;
        } catch (MillraceException e) {
            assertThat(e.code()).isEqualTo(ErrorCode.QUEUE_STORE_DOWN);
            return true;
        }
    }

    static QueueMessage message(String text) {
        return new QueueMessage(new Mqmd().format("MQSTR"), Bytes.utf8(text));
    }

    static String text(QueueMessage message) {
        return message == null
                ? null
                : message.body().text(java.nio.charset.StandardCharsets.UTF_8);
    }

    void put(String queue, String... texts) {
        try (QueueSession session = store.session()) {
            for (String text : texts) {
                session.put(queue, message(text), true);
            }
            session.commit();
        }
    }

    List<String> drain(String queue) {
        List<String> texts = new ArrayList<>();
        try (QueueSession session = store.session()) {
            QueueReader reader = session.reader(queue);
            for (QueueMessage m = reader.receive(0); m != null; m = reader.receive(0)) {
                texts.add(text(m));
            }
            session.commit();
        }
        return texts;
    }

    @Test
    void messagesComeInTheOrderInWhichTheyWerePut() {
        put(QUEUE, "1", "2", "3");
        assertThat(drain(QUEUE)).containsExactly("1", "2", "3");
    }

    /** Enough of them make a reader of Artemis read ahead, which then answers by itself. */
    @Test
    void whatIsReadyComesInOrderAndWhatIsNotComesLater() {
        List<String> put = IntStream.range(0, 200).mapToObj(Integer::toString).toList();
        put(QUEUE, put.toArray(String[]::new));
        List<String> texts = new ArrayList<>();
        try (QueueSession session = store.session()) {
            QueueReader reader = session.reader(QUEUE);
            while (texts.size() < put.size()) {
                texts.add(text(reader.receive(LONG)));
                QueueMessage ready = reader.receiveReady();
                while (ready != null) {
                    texts.add(text(ready));
                    ready = texts.size() % 7 == 0 ? null : reader.receiveReady();
                }
                session.commit();
            }
            assertThat(reader.receiveReady()).isNull();
        }
        assertThat(texts).isEqualTo(put);
    }

    @Test
    void messagesPutInAUnitAreSeenWhenItCommitsAndNotBefore() {
        try (QueueSession session = store.session()) {
            session.put(QUEUE, message("a"), true);
            assertThat(drain(QUEUE)).isEmpty();
            session.commit();
            assertThat(drain(QUEUE)).containsExactly("a");
        }
    }

    @Test
    void messagesPutInAUnitThatIsRolledBackWereNeverThere() {
        try (QueueSession session = store.session()) {
            session.put(QUEUE, message("a"), true);
            session.rollback();
            session.commit();
        }
        assertThat(drain(QUEUE)).isEmpty();
    }

    @Test
    void aMessagePutOutsideTheUnitStaysWhenTheUnitIsRolledBack() {
        try (QueueSession session = store.session()) {
            session.put(QUEUE, message("in"), true);
            session.put(QUEUE, message("out"), false);
            assertThat(store.browse(QUEUE, 9)).hasSize(1);
            session.rollback();
        }
        assertThat(drain(QUEUE)).containsExactly("out");
    }

    @Test
    void aRolledBackUnitGivesItsMessagesBackInOrderAndAtOnce() {
        put(QUEUE, "1", "2", "3", "4");
        try (QueueSession session = store.session()) {
            QueueReader reader = session.reader(QUEUE);
            assertThat(text(reader.receive(LONG))).isEqualTo("1");
            assertThat(text(reader.receive(LONG))).isEqualTo("2");
            session.rollback();
            for (String expected : List.of("1", "2", "3", "4")) {
                assertThat(text(reader.receive(LONG))).isEqualTo(expected);
            }
            session.commit();
        }
    }

    @Test
    void theBackoutCountGrowsWithEachRolledBackUnitThatHeldTheMessageAlone() {
        put(QUEUE, "bad", "next");
        try (QueueSession session = store.session()) {
            QueueReader reader = session.reader(QUEUE);
            for (int i = 0; i < 12; i++) {
                QueueMessage got = reader.receive(LONG);
                assertThat(text(got)).isEqualTo("bad");
                assertThat(got.descriptor().backoutCount()).isEqualTo(i);
                session.rollback();
            }
            assertThat(reader.receive(LONG).descriptor().backoutCount()).isEqualTo(12);
            session.commit();
            QueueMessage next = reader.receive(LONG);
            assertThat(text(next)).isEqualTo("next");
            assertThat(next.descriptor().backoutCount()).as("it was prefetched at most").isZero();
            session.commit();
        }
    }

    @Test
    void aRolledBackUnitOfSeveralMessagesBlamesNoneOfThem() {
        put(QUEUE, "1", "2");
        try (QueueSession session = store.session()) {
            QueueReader reader = session.reader(QUEUE);
            reader.receive(LONG);
            reader.receive(LONG);
            session.rollback();
            assertThat(reader.receive(LONG).descriptor().backoutCount()).isZero();
            session.commit();
            assertThat(reader.receive(LONG).descriptor().backoutCount()).isZero();
            session.commit();
        }
    }

    @Test
    void aMessageThatItsReaderGivesBackIsNotBackedOut() {
        put(QUEUE, "a");
        try (QueueSession session = store.session()) {
            QueueReader reader = session.reader(QUEUE);
            reader.receive(LONG);
            session.put(QUEUE, message("never"), true);
            reader.giveBack();
            QueueMessage again = reader.receive(LONG);
            assertThat(text(again)).isEqualTo("a");
            assertThat(again.descriptor().backoutCount()).isZero();
            session.commit();
        }
        assertThat(drain(QUEUE)).isEmpty();
    }

    @Test
    void theBackoutCountIsSeenByAnotherSession() {
        put(QUEUE, "bad");
        try (QueueSession first = store.session();
                QueueSession second = store.session()) {
            QueueReader reader = first.reader(QUEUE);
            reader.receive(LONG);
            first.rollback();
            reader.close();
            assertThat(second.reader(QUEUE).receive(LONG).descriptor().backoutCount()).isEqualTo(1);
        }
    }

    @Test
    void anAcceptedMessageIsGoneWhateverBecomesOfTheUnit() {
        put(QUEUE, "a", "b");
        try (QueueSession session = store.session()) {
            QueueReader reader = session.reader(QUEUE);
            assertThat(text(reader.receive(LONG))).isEqualTo("a");
            reader.acceptNow();
            session.put(QUEUE, message("never"), true);
            session.rollback();
            assertThat(text(reader.receive(LONG))).isEqualTo("b");
            session.commit();
        }
        assertThat(drain(QUEUE)).isEmpty();
        assertThat(store.status(QUEUE).depth()).isZero();
    }

    @Test
    void aClosedSessionGivesBackWhatItHeldAndWhatItHadPrefetched() {
        put(QUEUE, "1", "2", "3");
        QueueSession session = store.session();
        assertThat(text(session.reader(QUEUE).receive(LONG))).isEqualTo("1");
        session.close();
        assertThat(drain(QUEUE)).containsExactly("1", "2", "3");
    }

    @Test
    void aClosedReaderGivesBackWhatItHadPrefetchedButNotWhatTheUnitHolds() {
        put(QUEUE, "1", "2", "3");
        try (QueueSession session = store.session()) {
            QueueReader reader = session.reader(QUEUE);
            assertThat(text(reader.receive(LONG))).isEqualTo("1");
            reader.close();
            assertThat(drain(QUEUE)).containsExactly("2", "3");
            session.rollback();
        }
        assertThat(drain(QUEUE)).containsExactly("1");
    }

    @Test
    void aUnitBeyondItsLimitFailsAndHasNoEffect() {
        put(QUEUE, "a");
        try (QueueSession session = store.session()) {
            session.reader(QUEUE).receive(LONG);
            assertThat(session.maxUncommittedMessages()).isEqualTo(MAX_COUNT);
            assertThat(session.hasRoom()).isTrue();
            for (int i = 1; i < MAX_COUNT; i++) {
                session.put(QUEUE, message("m"), true);
            }
            assertThat(session.hasRoom()).isFalse();
            assertCode(
                    ErrorCode.UNIT_TOO_LARGE, () -> session.put(QUEUE, message("one more"), true));
            assertCode(ErrorCode.UNIT_TOO_LARGE, session::commit);
            session.put(QUEUE, message("b"), true);
            session.commit();
        }
        assertThat(drain(QUEUE)).containsExactly("a", "b");
    }

    @Test
    void aUnitMayHoldAsMuchAsItsLimit() {
        try (QueueSession session = store.session()) {
            for (int i = 0; i < MAX_COUNT; i++) {
                session.put(QUEUE, message("m"), true);
            }
            session.commit();
        }
        assertThat(store.status(QUEUE).depth()).isEqualTo(MAX_COUNT);
    }

    @Test
    void openUnitsAreListedAndBackedOutWhenAnOperatorSaysSo() {
        put(QUEUE, "a");
        try (QueueSession session = store.session()) {
            session.reader(QUEUE).receive(LONG);
            session.put(QUEUE, message("12345"), true);
            OpenUnit unit =
                    store.units().stream().filter(u -> u.put() == 1).findFirst().orElseThrow();
            assertThat(store.backOut("no such unit")).isFalse();
            backOut(unit, session);
            session.rollback();
        }
        await().untilAsserted(() -> assertThat(store.units()).isEmpty());
        assertThat(drain(QUEUE)).containsExactly("a");
    }

    /** A session of this process is told; that of a client elsewhere is disconnected. */
    void backOut(OpenUnit unit, QueueSession session) {
        assertThat(unit.owner()).isEqualTo(Thread.currentThread().getName());
        assertThat(unit.bytes()).isEqualTo(6);
        assertThat(store.backOut(unit.id())).isTrue();
        assertCode(ErrorCode.UNIT_BACKED_OUT, () -> session.put(QUEUE, message("b"), true));
        assertCode(ErrorCode.UNIT_BACKED_OUT, session::commit);
    }

    @Test
    void aForgivenMessageIsNotBackedOut() {
        put(QUEUE, "a");
        try (QueueSession session = store.session()) {
            QueueReader reader = session.reader(QUEUE);
            reader.receive(LONG);
            session.keepBackoutCounts();
            session.rollback();
            assertThat(reader.receive(LONG).descriptor().backoutCount()).isZero();
            session.rollback();
            assertThat(reader.receive(LONG).descriptor().backoutCount()).isEqualTo(1);
            session.commit();
        }
    }
}
