package io.millrace.store;

import static io.millrace.store.TestSettings.assertCode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueIndex;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueReader;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.queue.QueueStore;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;

/** What holds for the queues with an index of every store. */
abstract class QueueIndexContract {

    static final String QUEUE = "REPLIES";
    private static final int DEPTH = 1_000;
    private static final int WAITING = 5_000;
    private static final long LONG = 60_000;
    private static final Predicate<Mqmd> ANY = md -> true;

    QueueStore store;

    abstract QueueStore open();

    @BeforeEach
    void createQueue() {
        store = open();
        store.delete(QUEUE);
        store.create(indexed(QueueIndex.CORREL_ID, DEPTH));
    }

    static QueueDefinition indexed(QueueIndex index, int depth) {
        return QueueDefinition.named(QUEUE).withIndex(index, depth);
    }

    static Bytes id(int number) {
        return Bytes.of(ByteBuffer.allocate(24).putInt(20, number).array());
    }

    private static QueueMessage message(int correlId, String text) {
        return new QueueMessage(new Mqmd().correlId(id(correlId)), Bytes.utf8(text));
    }

    private void put(int correlId, String... texts) {
        put(new Mqmd().correlId(id(correlId)), texts);
    }

    private void put(Mqmd descriptor, String... texts) {
        try (QueueSession session = store.session()) {
            for (String text : texts) {
                session.put(QUEUE, new QueueMessage(descriptor.copy(), Bytes.utf8(text)), true);
            }
            session.commit();
        }
    }

    static String text(QueueMessage message) {
        return message == null ? null : message.body().text(StandardCharsets.UTF_8);
    }

    static String take(QueueSession session, int id) {
        return text(session.take(QUEUE, id(id), ANY, 0));
    }

    private String takeAlone(int id) {
        try (QueueSession session = store.session()) {
            String text = take(session, id);
            session.commit();
            return text;
        }
    }

    private List<String> drain() {
        List<String> texts = new ArrayList<>();
        try (QueueSession session = store.session()) {
            QueueReader reader = session.reader(QUEUE);
            for (QueueMessage m = reader.receive(0); m != null; m = reader.receive(0)) {
                texts.add(text(m));
            }
            session.commit();
        }
        return texts;
    }

    @Test
    void aMessageIsTakenByItsIdentifierAndTheOthersStayInOrder() {
        put(1, "a");
        put(2, "b");
        put(3, "c");
        assertThat(takeAlone(2)).isEqualTo("b");
        assertThat(takeAlone(2)).isNull();
        assertThat(takeAlone(9)).isNull();
        assertThat(store.status(QUEUE).depth()).isEqualTo(2);
        assertThat(store.status(QUEUE).inDelivery()).isZero();
        assertThat(store.status(QUEUE).got()).isOne();
        assertThat(drain()).containsExactly("a", "c");
    }

    @Test
    void messagesWithTheSameIdentifierAreTakenInTheOrderOfTheQueue() {
        put(1, "a", "b");
        put(new Mqmd().correlId(id(1)).priority(9), "urgent");
        put(2, "other");
        put(1, "c");
        assertThat(takeAlone(1)).isEqualTo("urgent");
        assertThat(takeAlone(1)).isEqualTo("a");
        assertThat(takeAlone(1)).isEqualTo("b");
        assertThat(takeAlone(1)).isEqualTo("c");
        assertThat(takeAlone(1)).isNull();
    }

    @Test
    void aFilterSelectsAmongMessagesWithTheSameIdentifier() {
        put(new Mqmd().correlId(id(1)).groupId(id(7)), "a");
        put(new Mqmd().correlId(id(1)).groupId(id(8)), "b");
        try (QueueSession session = store.session()) {
            Predicate<Mqmd> second = md -> md.groupId().equals(id(8));
            assertThat(text(session.take(QUEUE, id(1), second, 0))).isEqualTo("b");
            assertThat(session.take(QUEUE, id(1), second, 0)).isNull();
            session.commit();
        }
        assertThat(drain()).containsExactly("a");
    }

    @Test
    void eachIdentifierCanBeTheIndex() {
        Mqmd md = new Mqmd().msgId(id(1)).correlId(id(2)).groupId(id(3));
        for (QueueIndex index : QueueIndex.values()) {
            store.create(indexed(index, DEPTH));
            put(md, "a");
            assertThat(takeAlone(index.ordinal() + 1)).as(index.word()).isEqualTo("a");
        }
    }

    @Test
    void aRolledBackMessageReturnsToItsPositionWithItsCountAndIsFoundAgain() {
        put(1, "a", "b", "c");
        try (QueueSession session = store.session()) {
            QueueMessage got = session.take(QUEUE, id(1), md -> true, 0);
            assertThat(text(got)).isEqualTo("a");
            assertThat(store.status(QUEUE).depth()).as("held by the unit").isEqualTo(3);
            assertThat(store.status(QUEUE).inDelivery()).isOne();
            assertThat(takeAlone(1)).isEqualTo("b");
            session.rollback();
            assertThat(store.status(QUEUE).inDelivery()).isZero();
            got = session.take(QUEUE, id(1), ANY, 0);
            assertThat(text(got)).isEqualTo("a");
            assertThat(got.descriptor().backoutCount()).isOne();
            assertThat(take(session, 1)).isEqualTo("c");
            session.keepBackoutCounts();
            session.rollback();
        }
        assertThat(drain()).containsExactly("a", "c");
        assertThat(takeAlone(1)).isNull();
    }

    @Test
    void aClosedSessionReturnsItsMessage() {
        put(1, "a");
        try (QueueSession session = store.session()) {
            assertThat(take(session, 1)).isEqualTo("a");
        }
        assertThat(takeAlone(1)).isEqualTo("a");
    }

    @Test
    void aMessageIsVisibleOnlyAfterItsUnitHasCommitted() {
        try (QueueSession session = store.session()) {
            session.put(QUEUE, message(1, "a"), true);
            assertThat(takeAlone(1)).isNull();
            session.rollback();
            assertThat(takeAlone(1)).isNull();
            session.put(QUEUE, message(1, "b"), true);
            session.commit();
        }
        assertThat(takeAlone(1)).isEqualTo("b");
    }

    @Test
    void theLastMessageOfALargeUnitIsFoundImmediately() {
        store.create(indexed(QueueIndex.CORREL_ID, 5_000));
        for (int round = 0; round < 3; round++) {
            try (QueueSession session = store.session()) {
                for (int i = 0; i < 1_000; i++) {
                    session.put(QUEUE, message(i, "m" + i), true);
                }
                session.commit();
                assertThat(take(session, 999)).as("round " + round).isEqualTo("m999");
                session.commit();
            }
        }
    }

    @Test
    void aTakeAndAPutInOneUnitTakeEffectTogether() {
        put(1, "request");
        try (QueueSession session = store.session()) {
            assertThat(take(session, 1)).isEqualTo("request");
            session.put(QUEUE, message(2, "reply"), true);
            session.rollback();
            assertThat(take(session, 2)).isNull();
            assertThat(take(session, 1)).isEqualTo("request");
            session.put(QUEUE, message(2, "reply"), true);
            session.commit();
            assertThat(take(session, 2)).isEqualTo("reply");
            session.commit();
        }
        assertThat(store.status(QUEUE).depth()).isZero();
    }

    @Test
    void anExpiredMessageIsNotFound() {
        put(new Mqmd().correlId(id(1)).expiry(1), "short");
        put(1, "long");
        await().until(() -> store.browse(QUEUE, 9).size() == 1);
        assertThat(store.browse(QUEUE, id(1), ANY).map(QueueIndexContract::text)).contains("long");
        assertThat(takeAlone(1)).isEqualTo("long");
        assertThat(takeAlone(1)).isNull();
        assertThat(store.status(QUEUE).depth()).isZero();
    }

    @Test
    void messagesThatAreClearedOrReadInOrderLeaveTheIndex() {
        put(1, "a");
        put(2, "b");
        try (QueueSession session = store.session()) {
            assertThat(text(session.reader(QUEUE).receive(LONG))).isEqualTo("a");
            assertThat(takeAlone(1)).isNull();
            session.keepBackoutCounts();
            session.rollback();
        }
        assertThat(takeAlone(1)).isEqualTo("a");
        assertThat(store.clear(QUEUE)).isOne();
        assertThat(takeAlone(2)).isNull();
        put(2, "c");
        assertThat(takeAlone(2)).isEqualTo("c");
    }

    @Test
    void aSearchWithAFilterTakesMessagesFromTheIndex() {
        put(1, "a");
        put(2, "b");
        try (QueueSession session = store.session()) {
            assertThat(session.take(QUEUE, m -> text(m).equals("b"))).isNotNull();
            assertThat(take(session, 2)).isNull();
            session.commit();
        }
        assertThat(drain()).containsExactly("a");
    }

    @Test
    void browsingByIdentifierLeavesTheMessage() {
        put(1, "a", "b");
        assertThat(store.browse(QUEUE, id(1), ANY).map(QueueIndexContract::text)).contains("a");
        assertThat(store.browse(QUEUE, id(2), ANY)).isEmpty();
        Bytes first = store.browse(QUEUE, id(1), ANY).orElseThrow().descriptor().msgId();
        assertThat(
                        store.browse(QUEUE, id(1), md -> !md.msgId().equals(first))
                                .map(QueueIndexContract::text))
                .contains("b");
        assertThat(drain()).containsExactly("a", "b");
    }

    @Test
    void aLargeMessageIsTakenAndBrowsed() {
        Bytes large = Bytes.of(new byte[400_000]);
        try (QueueSession session = store.session()) {
            session.put(QUEUE, new QueueMessage(new Mqmd().correlId(id(1)), large), true);
            session.commit();
            assertThat(store.browse(QUEUE, id(1), ANY).orElseThrow().body()).isEqualTo(large);
            assertThat(session.take(QUEUE, id(1), ANY, 0).body()).isEqualTo(large);
            session.rollback();
            assertThat(session.take(QUEUE, id(1), ANY, 0).body()).isEqualTo(large);
            session.commit();
        }
    }

    @Test
    void aWaitingSessionGetsTheMessageThatArrivesLater() throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<String>> waiting = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                int number = i;
                waiting.add(threads.submit(() -> waitFor(number)));
            }
            for (int i = 49; i >= 0; i--) {
                put(i, "m" + i);
            }
            for (int i = 0; i < 50; i++) {
                assertThat(waiting.get(i).get()).isEqualTo("m" + i);
            }
        }
        assertThat(store.status(QUEUE).depth()).isZero();
    }

    @Test
    void thousandsOfWaitingSessionsGetTheirMessages() throws Exception {
        store.create(indexed(QueueIndex.CORREL_ID, WAITING));
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<String>> waiting = new ArrayList<>();
            for (int i = 0; i < WAITING; i++) {
                int number = i;
                waiting.add(threads.submit(() -> waitFor(number)));
            }
            for (int from = 0; from < WAITING; from += 500) {
                try (QueueSession session = store.session()) {
                    for (int i = from; i < from + 500; i++) {
                        session.put(QUEUE, message(i, "m" + i), true);
                    }
                    session.commit();
                }
            }
            for (int i = 0; i < WAITING; i++) {
                assertThat(waiting.get(i).get()).isEqualTo("m" + i);
            }
        }
        assertThat(store.status(QUEUE).depth()).isZero();
    }

    private String waitFor(int number) {
        try (QueueSession session = store.session()) {
            String text = text(session.take(QUEUE, id(number), ANY, LONG));
            session.commit();
            return text;
        }
    }

    @Test
    void aWaitingSessionGetsAMessageThatIsRolledBack() throws Exception {
        put(1, "a");
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
                QueueSession session = store.session()) {
            assertThat(take(session, 1)).isEqualTo("a");
            Future<String> waiting = threads.submit(() -> waitFor(1));
            session.rollback();
            assertThat(waiting.get()).isEqualTo("a");
        }
    }

    @Test
    void sessionsThatWaitForTheSameIdentifierGetDifferentMessages() throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<String>> waiting = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                waiting.add(threads.submit(() -> waitFor(1)));
            }
            List<String> got = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                put(1, "m" + i);
            }
            for (Future<String> one : waiting) {
                got.add(one.get());
            }
            assertThat(got).doesNotHaveDuplicates().doesNotContainNull().hasSize(20);
        }
    }

    @Test
    void aWaitEndsWithoutAMessage() {
        put(2, "other");
        try (QueueSession session = store.session()) {
            assertThat(session.take(QUEUE, id(1), ANY, 20)).isNull();
            Thread.currentThread().interrupt();
            assertThat(session.take(QUEUE, id(1), ANY, LONG)).isNull();
            assertThat(Thread.interrupted()).as("the interrupt is kept").isTrue();
        }
    }

    @Test
    void aWaitEndsWhenTheQueueIsDeletedOrTheStoreIsClosed() throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<String> waiting = threads.submit(() -> waitFor(1));
            store.delete(QUEUE);
            assertThatThrownBy(waiting::get).hasMessageContaining("unknown queue");
            store.create(indexed(QueueIndex.CORREL_ID, DEPTH));
            Future<String> next = threads.submit(() -> waitFor(1));
            store.close();
            assertThatThrownBy(next::get).isNotNull();
        }
    }

    @Test
    void readersAndTakersShareAQueueAndEachMessageIsProcessedOnce() throws Exception {
        int count = 400;
        for (int i = 0; i < count; i++) {
            put(i, "m" + i);
        }
        List<String> got = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            List<Future<List<String>>> all = new ArrayList<>();
            all.add(threads.submit(this::drain));
            for (int part = 0; part < 3; part++) {
                int start = part;
                all.add(
                        threads.submit(
                                () -> {
                                    List<String> texts = new ArrayList<>();
                                    for (int i = count - 1 - start; i >= 0; i -= 2) {
                                        String text = takeAlone(i);
                                        if (text != null) {
                                            texts.add(text);
                                        }
                                    }
                                    return texts;
                                }));
            }
            for (Future<List<String>> one : all) {
                got.addAll(one.get());
            }
        }
        got.addAll(drain());
        assertThat(got).hasSize(count).doesNotHaveDuplicates();
        assertThat(store.status(QUEUE).depth()).isZero();
    }

    @Test
    void anIndexOfAnExistingQueueContainsItsMessagesAndCanBeRemoved() {
        store.delete(QUEUE);
        store.create(QueueDefinition.named(QUEUE));
        put(1, "a");
        put(2, "b");
        assertCode(ErrorCode.BAD_VALUE, () -> takeAlone(1));
        assertCode(ErrorCode.BAD_VALUE, () -> store.browse(QUEUE, id(1), ANY));
        store.create(indexed(QueueIndex.CORREL_ID, DEPTH));
        assertThat(takeAlone(1)).isEqualTo("a");
        store.create(QueueDefinition.named(QUEUE));
        assertCode(ErrorCode.BAD_VALUE, () -> takeAlone(2));
        put(3, "c");
        store.create(indexed(QueueIndex.CORREL_ID, DEPTH));
        assertThat(takeAlone(3)).isEqualTo("c");
        assertThat(takeAlone(2)).isEqualTo("b");
        assertThat(store.definition(QUEUE)).contains(indexed(QueueIndex.CORREL_ID, DEPTH));
    }

    @Test
    void anIndexRequiresALimitedDepthWhichIsChecked() {
        assertThatThrownBy(() -> indexed(QueueIndex.CORREL_ID, 0))
                .hasMessageContaining("requires a maxDepth of 1 to 1000000")
                .hasMessageContaining("found 0");
        assertThatThrownBy(() -> indexed(QueueIndex.CORREL_ID, QueueIndex.MAX_DEPTH + 1))
                .hasMessageContaining("found 1000001");
        store.create(indexed(QueueIndex.CORREL_ID, 2));
        put(1, "a", "b");
        try (QueueSession session = store.session()) {
            assertCode(ErrorCode.QUEUE_FULL, () -> session.put(QUEUE, message(1, "c"), false));
            session.rollback();
        }
        assertThat(takeAlone(1)).isEqualTo("a");
        put(1, "c");
        assertThat(drain()).containsExactly("b", "c");
    }
}
