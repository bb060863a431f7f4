package io.millrace.store;

import static io.millrace.store.TestSettings.assertCode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.FailureReport;
import io.millrace.engine.queue.MessageIds;
import io.millrace.engine.queue.QueueBrowser;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueReader;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.queue.QueueStatus;
import io.millrace.engine.queue.QueueStore;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;

/** What holds for every store of queues. */
abstract class QueueStoreContract extends QueueRulesContract {

    @Test
    void aReaderWithoutMessagesGivesNullAtOnce() {
        try (QueueSession session = store.session()) {
            assertThat(session.reader(QUEUE).receive(0)).isNull();
        }
    }

    @Test
    void wakeEndsAWaitAndTheNextMessageIsStillReceived() throws Exception {
        CountDownLatch waiting = new CountDownLatch(1);
        try (ExecutorService threads = Executors.newSingleThreadExecutor();
                QueueSession session = store.session()) {
            QueueReader reader = session.reader(QUEUE);
            Future<QueueMessage> woken =
                    threads.submit(
                            () -> {
                                waiting.countDown();
                                return reader.receive(LONG * 10);
                            });
            waiting.await();
            reader.wake();
            assertThat(woken.get()).isNull();
            put(QUEUE, "a");
            assertThat(text(threads.submit(() -> reader.receive(LONG)).get())).isEqualTo("a");
        }
    }

    @Test
    void wakeBeforeTheWaitEndsTheNextOne() {
        try (QueueSession session = store.session()) {
            QueueReader reader = session.reader(QUEUE);
            reader.wake();
            assertThat(reader.receive(LONG * 10)).isNull();
        }
    }

    @Test
    void aWaitingReaderGetsAMessageThatComesLater() throws Exception {
        try (ExecutorService threads = Executors.newSingleThreadExecutor();
                QueueSession session = store.session()) {
            QueueReader reader = session.reader(QUEUE);
            Future<QueueMessage> got = threads.submit(() -> reader.receive(LONG));
            put(QUEUE, "late");
            assertThat(text(got.get())).isEqualTo("late");
        }
    }

    @Test
    void browsingLeavesMessagesWhereTheyAre() {
        put(QUEUE, "1", "2", "3");
        assertThat(store.browse(QUEUE, 2))
                .extracting(QueueStoreContract::text)
                .containsExactly("1", "2");
        assertThat(store.browse(QUEUE, 9).getFirst().descriptor().format()).isEqualTo("MQSTR");
        assertThat(drain(QUEUE)).containsExactly("1", "2", "3");
    }

    @Test
    void aCursorReturnsEachMessageOnceAlsoThoseThatArriveLater() {
        put(QUEUE, "1", "2");
        try (QueueBrowser cursor = store.browser(QUEUE)) {
            assertThat(text(cursor.next())).isEqualTo("1");
            assertThat(text(cursor.next())).isEqualTo("2");
            for (int round = 0; round < 3; round++) {
                assertThat(cursor.next()).isNull();
                assertThat(cursor.next()).isNull();
                put(QUEUE, "a" + round, "b" + round);
                assertThat(text(cursor.next())).isEqualTo("a" + round);
                assertThat(text(cursor.next())).isEqualTo("b" + round);
            }
            assertThat(drain(QUEUE)).hasSize(8);
            assertThat(cursor.next()).isNull();
            put(QUEUE, "last");
            assertThat(text(cursor.next())).isEqualTo("last");
        }
        assertThat(drain(QUEUE)).containsExactly("last");
        assertCode(ErrorCode.UNKNOWN_QUEUE, () -> store.browser("NOBODYS"));
    }

    @Test
    void browsingReturnsAllLargeMessages() {
        int count = 40;
        byte[] large = new byte[250_000];
        try (QueueSession session = store.session()) {
            for (int i = 0; i < count; i++) {
                session.put(QUEUE, new QueueMessage(new Mqmd(), Bytes.of(large)), true);
            }
            session.commit();
        }
        for (int round = 0; round < 5; round++) {
            assertThat(store.browse(QUEUE, count + 1))
                    .extracting(message -> message.body().length())
                    .hasSize(count)
                    .containsOnly(large.length);
        }
    }

    @Test
    void messagesThatAFilterRejectsKeepTheirPlace() {
        put(QUEUE, "1", "2", "3", "4");
        List<String> examined = new ArrayList<>();
        try (QueueSession session = store.session()) {
            QueueReader reader = session.reader(QUEUE);
            Predicate<QueueMessage> even =
                    m -> {
                        examined.add(text(m));
                        return Integer.parseInt(text(m)) % 2 == 0;
                    };
            assertThat(text(reader.receive(even))).isEqualTo("2");
            session.commit();
            assertThat(text(reader.receive(even))).isEqualTo("4");
            assertThat(reader.receive(even)).isNull();
            session.keepBackoutCounts();
            session.rollback();
        }
        assertThat(examined).containsExactly("1", "2", "3", "4");
        assertThat(store.browse(QUEUE, 9))
                .extracting(m -> m.descriptor().backoutCount())
                .containsOnly(0);
        assertThat(drain(QUEUE)).containsExactly("1", "3", "4");
    }

    @Test
    void sessionsTakeDifferentMessagesOfAQueueWithoutHidingOthers() throws Exception {
        put(QUEUE, "a", "b", "c", "d");
        try (QueueSession first = store.session();
                QueueSession second = store.session()) {
            for (int round = 0; round < 20; round++) {
                assertThat(text(first.take(QUEUE, m -> text(m).equals("c")))).isEqualTo("c");
                assertThat(text(second.take(QUEUE, m -> text(m).equals("d")))).isEqualTo("d");
                assertThat(second.take(QUEUE, m -> text(m).equals("c"))).isNull();
                first.keepBackoutCounts();
                first.rollback();
                second.keepBackoutCounts();
                second.rollback();
            }
            assertThat(first.take(QUEUE, m -> text(m).equals("b"))).isNotNull();
            first.commit();
            assertThat(second.take(QUEUE, m -> text(m).equals("d"))).isNotNull();
            second.rollback();
        }
        assertThat(store.browse(QUEUE, 9))
                .extracting(m -> text(m) + m.descriptor().backoutCount())
                .as("the rollback counts the taken message only")
                .containsExactly("a0", "c0", "d1");
        assertThat(drain(QUEUE)).containsExactly("a", "c", "d");
    }

    @Test
    void aRollbackCountsEachOfSeveralTakenMessages() {
        put(QUEUE, "a", "b", "c");
        try (QueueSession session = store.session()) {
            for (int round = 0; round < 2; round++) {
                assertThat(session.take(QUEUE, m -> text(m).equals("c"))).isNotNull();
                assertThat(session.take(QUEUE, m -> text(m).equals("a"))).isNotNull();
                session.rollback();
            }
            assertThat(session.take(QUEUE, m -> text(m).equals("c"))).isNotNull();
            assertThat(session.take(QUEUE, m -> text(m).equals("a"))).isNotNull();
            session.keepBackoutCounts();
            session.rollback();
        }
        assertThat(store.browse(QUEUE, 9))
                .extracting(m -> text(m) + m.descriptor().backoutCount())
                .containsExactly("a2", "b0", "c2");
    }

    @Test
    void theReasonOfAFailureIsKeptWithTheMessage() {
        FailureReport failure =
                new FailureReport(
                        "IN",
                        "orders",
                        "orders.in",
                        Instant.parse("2026-11-22T10:00:00Z"),
                        "Millrace 1.0",
                        List.of("orders.in", "orders.price"),
                        "MR2102",
                        "orders.price",
                        "a text of\ntwo lines",
                        "(\n  (RecoverableException) = (\n  )\n)",
                        true);
        try (QueueSession session = store.session()) {
            session.put(
                    QUEUE,
                    new QueueMessage(new Mqmd().format("MQSTR"), Bytes.utf8("a"), failure),
                    true);
            session.commit();
        }
        FailureReport browsed = store.browse(QUEUE, 1).getFirst().failure();
        assertThat(browsed.text()).isEqualTo("a text of\\ntwo lines");
        assertThat(browsed.exceptionList()).isEqualTo(failure.exceptionList());
        assertThat(browsed.path()).isEqualTo(failure.path());
        try (QueueSession session = store.session()) {
            QueueMessage got = session.reader(QUEUE).receive(LONG);
            assertThat(got.failure()).isEqualTo(browsed);
            session.put(QUEUE, new QueueMessage(got.descriptor(), got.body()), true);
            session.commit();
        }
        assertThat(store.browse(QUEUE, 1).getFirst().failure()).isNull();
    }

    private Mqmd onlyOne(String queue) {
        List<QueueMessage> all = store.browse(queue, 9);
        assertThat(all).hasSize(1);
        assertThat(text(all.getFirst())).isEqualTo("copy");
        return all.getFirst().descriptor();
    }

    @Test
    void eachCopyOfAMessageHasAnIdOfItsOwn() {
        store.create(QueueDefinition.named("A"));
        store.create(new QueueDefinition("B", 5, true, 0, ""));
        store.create(QueueDefinition.named("C"));
        List<String> queues = List.of("A", "B", "C");
        for (boolean inUnit : List.of(true, false)) {
            try (QueueSession session = store.session()) {
                session.putToEach(queues, message("copy"), true);
                session.rollback();
                session.putToEach(queues, message("copy"), inUnit);
                session.commit();
                Set<Bytes> ids = new HashSet<>();
                for (String queue : queues) {
                    Mqmd browsed = onlyOne(queue);
                    Mqmd got = session.reader(queue).receive(LONG).descriptor();
                    assertThat(got.msgId()).as(queue + inUnit).isEqualTo(browsed.msgId());
                    ids.add(got.msgId());
                }
                session.commit();
                assertThat(ids).hasSize(3);
            }
        }
    }

    @Test
    void copiesKeepTheIdThatTheirMessageHas() {
        store.create(QueueDefinition.named("A"));
        store.create(QueueDefinition.named("B"));
        QueueMessage message = message("copy");
        message.descriptor().msgId(MessageIds.next());
        try (QueueSession session = store.session()) {
            session.putToEach(List.of("A", "B"), message, true);
            session.commit();
        }
        assertThat(onlyOne("A").msgId()).isEqualTo(message.descriptor().msgId());
        assertThat(onlyOne("B").msgId()).isEqualTo(message.descriptor().msgId());
    }

    @Test
    void copiesAreBackedOutAndTakenEachForItself() {
        store.create(QueueDefinition.named("A"));
        store.create(QueueDefinition.named("B"));
        try (QueueSession session = store.session()) {
            session.putToEach(List.of("A", "B"), message("copy"), true);
            session.commit();
            QueueReader a = session.reader("A");
            a.receive(LONG);
            session.rollback();
            a.receive(LONG);
            session.rollback();
            assertThat(session.reader("B").receive(LONG).descriptor().backoutCount()).isZero();
            session.commit();
            assertThat(a.receive(LONG).descriptor().backoutCount()).isEqualTo(2);
            session.commit();
        }
    }

    @Test
    void aFullQueueAmongThoseThatGetCopiesKeepsThemFromAll() {
        store.create(QueueDefinition.named("A"));
        store.create(new QueueDefinition("SMALL", 1, true, 0, ""));
        store.create(QueueDefinition.named("C"));
        put("SMALL", "1");
        try (QueueSession session = store.session()) {
            assertCode(
                    ErrorCode.QUEUE_FULL,
                    () -> {
                        session.putToEach(List.of("A", "SMALL", "C"), message("copy"), true);
                        session.commit();
                    });
            session.rollback();
        }
        assertThat(store.browse("A", 9)).isEmpty();
        assertThat(store.browse("C", 9)).isEmpty();
        assertThat(drain("SMALL")).containsExactly("1");
    }

    @Test
    void aFullQueueRefusesMessagesAndTakesThemAgainWhenThereIsRoom() {
        store.create(new QueueDefinition("SMALL", 2, true, 0, ""));
        put("SMALL", "1", "2");
        try (QueueSession session = store.session()) {
            assertCode(ErrorCode.QUEUE_FULL, () -> session.put("SMALL", message("3"), false));
            assertCode(
                    ErrorCode.QUEUE_FULL,
                    () -> {
                        session.put("SMALL", message("3"), true);
                        session.commit();
                    });
            session.rollback();
        }
        assertThat(drain("SMALL")).containsExactly("1", "2");
        put("SMALL", "4");
        assertThat(drain("SMALL")).containsExactly("4");
    }

    @Test
    void aUnitThatOverfillsAQueueTakesNoEffectAtAll() {
        store.create(new QueueDefinition("SMALL", 2, true, 0, ""));
        put(QUEUE, "source");
        try (QueueSession session = store.session()) {
            session.reader(QUEUE).receive(LONG);
            assertCode(
                    ErrorCode.UNIT_TOO_LARGE,
                    () -> {
                        for (int i = 0; i < 3; i++) {
                            session.put("SMALL", message("x" + i), true);
                        }
                        session.commit();
                    });
            session.rollback();
        }
        assertThat(drain("SMALL")).isEmpty();
        assertThat(drain(QUEUE)).containsExactly("source");
    }

    @Test
    void aNewDefinitionOfAQueueChangesItsLimitAndKeepsItsMessages() {
        store.create(new QueueDefinition("SMALL", 1, true, 0, ""));
        put("SMALL", "1");
        QueueDefinition wider = new QueueDefinition("SMALL", 5, false, 3, "SMALL.BACKOUT");
        store.create(wider);
        put("SMALL", "2");
        assertThat(store.definition("SMALL")).contains(wider);
        assertThat(drain("SMALL")).containsExactly("1", "2");
    }

    @Test
    void aQueueThatNobodyCreatedIsUnknownAndTheNearestNameIsTold() {
        try (QueueSession session = store.session()) {
            assertThatThrownBy(() -> session.put("ORDERS.INN", message("x"), true))
                    .isInstanceOfSatisfying(
                            MillraceException.class,
                            e -> {
                                assertThat(e.code()).isEqualTo(ErrorCode.UNKNOWN_QUEUE);
                                assertThat(e).hasMessageContaining("ORDERS.IN");
                            });
            assertCode(ErrorCode.UNKNOWN_QUEUE, () -> session.reader("NOBODYS"));
        }
        assertCode(ErrorCode.UNKNOWN_QUEUE, () -> store.status("NOBODYS"));
        assertCode(ErrorCode.UNKNOWN_QUEUE, () -> store.browse("NOBODYS", 1));
        assertCode(ErrorCode.UNKNOWN_QUEUE, () -> store.clear("NOBODYS"));
        assertThat(store.exists("NOBODYS")).isFalse();
    }

    @Test
    void aDeletedQueueIsUnknown() {
        put(QUEUE, "x");
        store.delete(QUEUE);
        store.delete(QUEUE);
        assertThat(store.exists(QUEUE)).isFalse();
        try (QueueSession session = store.session()) {
            assertCode(ErrorCode.UNKNOWN_QUEUE, () -> session.put(QUEUE, message("x"), true));
        }
        store.create(QueueDefinition.named(QUEUE));
        assertThat(drain(QUEUE)).isEmpty();
    }

    @Test
    void theDeadLetterQueueIsAlwaysThere() {
        assertThat(store.exists(QueueStore.DEAD_LETTER_QUEUE)).isTrue();
        put(QueueStore.DEAD_LETTER_QUEUE, "dead");
        assertThat(drain(QueueStore.DEAD_LETTER_QUEUE)).containsExactly("dead");
    }

    @Test
    void messagesOfHigherPriorityComeFirst() {
        try (QueueSession session = store.session()) {
            for (int priority : new int[] {0, 9, 4, 9, -1}) {
                Mqmd md = new Mqmd().priority(priority);
                session.put(QUEUE, new QueueMessage(md, Bytes.utf8("p" + priority)), true);
            }
            session.commit();
        }
        assertThat(drain(QUEUE)).containsExactly("p9", "p9", "p4", "p-1", "p0");
    }

    @Test
    void aMessageIsGoneWhenItsTimeIsUp() {
        try (QueueSession session = store.session()) {
            session.put(QUEUE, new QueueMessage(new Mqmd().expiry(1), Bytes.utf8("short")), true);
            session.put(
                    QUEUE, new QueueMessage(new Mqmd().expiry(36_000), Bytes.utf8("long")), true);
            session.commit();
        }
        await().until(() -> store.browse(QUEUE, 9).size() == 1);
        try (QueueSession session = store.session()) {
            QueueMessage got = session.reader(QUEUE).receive(LONG);
            assertThat(text(got)).isEqualTo("long");
            assertThat(got.descriptor().expiry()).isBetween(30_000, 36_000);
            session.commit();
        }
    }

    @Test
    void bodiesOfAnySizeComeBackAsTheyWere() {
        int large = 100 * 1024;
        for (int size : new int[] {0, 1, 1024, large - 1, large, large + 1, 700_000}) {
            byte[] body = new byte[size];
            for (int i = 0; i < size; i++) {
                body[i] = (byte) (i * 31);
            }
            byte[] padded = new byte[size + 7];
            System.arraycopy(body, 0, padded, 3, size);
            try (QueueSession session = store.session()) {
                Bytes slice = new Bytes(padded, 3, 3 + size);
                session.put(
                        QUEUE,
                        new QueueMessage(new Mqmd().persistence(Mqmd.PERSISTENCE_YES), slice),
                        true);
                session.commit();
                assertThat(store.browse(QUEUE, 1).getFirst().body()).isEqualTo(Bytes.of(body));
                QueueReader reader = session.reader(QUEUE);
                assertThat(reader.receive(LONG).body())
                        .as(size + " bytes")
                        .isEqualTo(Bytes.of(body));
                session.rollback();
                assertThat(reader.receive(LONG).body())
                        .as(size + " bytes, again")
                        .isEqualTo(Bytes.of(body));
                session.commit();
            }
        }
    }

    @Test
    void aMessageBeyondTheLimitIsRefused() {
        try (QueueSession session = store.session()) {
            QueueMessage tooLarge =
                    new QueueMessage(new Mqmd(), Bytes.of(new byte[MAX_MESSAGE + 1]));
            assertCode(ErrorCode.MESSAGE_TOO_LARGE, () -> session.put(QUEUE, tooLarge, true));
        }
    }

    @Test
    void everyFieldOfTheDescriptorComesBack() {
        Mqmd md =
                new Mqmd()
                        .report(123)
                        .msgType(1)
                        .expiry(10_000)
                        .feedback(275)
                        .encoding(546)
                        .codedCharSetId(500)
                        .format("MQHRF2")
                        .priority(7)
                        .persistence(Mqmd.PERSISTENCE_NO)
                        .msgId(filled(24, 1))
                        .correlId(filled(24, 50))
                        .replyToQ("REPLY.Q")
                        .replyToQMgr("QM1")
                        .userIdentifier("alice")
                        .accountingToken(filled(32, 9))
                        .applIdentityData("identity")
                        .putApplType(28)
                        .putApplName("orders")
                        .putTime(Instant.parse("2026-01-02T03:04:05.670Z"))
                        .applOriginData("orig")
                        .groupId(filled(24, 99))
                        .msgSeqNumber(3)
                        .offset(17)
                        .msgFlags(24)
                        .originalLength(1000);
        Mqmd onQueue;
        QueueMessage got;
        try (QueueSession session = store.session()) {
            onQueue = session.put(QUEUE, new QueueMessage(md, Bytes.utf8("x")), true);
            session.commit();
            got = session.reader(QUEUE).receive(LONG);
            session.commit();
        }
        assertThat(got.descriptor().expiry()).isBetween(9_000, 10_000);
        assertThat(got.descriptor().sourceQueue()).isEqualTo(QUEUE);
        assertThat(onQueue).usingRecursiveComparison().isEqualTo(md);
        assertThat(got.descriptor())
                .usingRecursiveComparison()
                .ignoringFields("expiry", "sourceQueue")
                .isEqualTo(md);
    }

    @Test
    void whatTheDescriptorLeavesOpenIsSettledByTheStore() {
        store.create(new QueueDefinition("FAST", 0, false, 0, ""));
        try (QueueSession session = store.session()) {
            Mqmd persistent = session.put(QUEUE, message("1"), true);
            Mqmd fast = session.put("FAST", message("2"), true);
            session.commit();
            assertThat(MessageIds.isNone(persistent.msgId())).isFalse();
            assertThat(persistent.msgId()).isNotEqualTo(fast.msgId());
            assertThat(persistent.isPersistent()).isTrue();
            assertThat(fast.isPersistent()).isFalse();
            assertThat(persistent.priority()).isEqualTo(4);
            assertThat(persistent.putTime()).isAfter(Instant.EPOCH);
            Mqmd got = session.reader(QUEUE).receive(LONG).descriptor();
            assertThat(got)
                    .usingRecursiveComparison()
                    .ignoringFields("sourceQueue")
                    .isEqualTo(persistent);
            assertThat(session.reader("FAST").receive(LONG).descriptor().persistence()).isZero();
            session.commit();
        }
    }

    @Test
    void theStatusTellsWhenAQueueIsIdle() {
        put(QUEUE, "1", "2");
        QueueStatus before = store.status(QUEUE);
        assertThat(before.depth()).isEqualTo(2);
        assertThat(before.inDelivery()).isZero();
        try (QueueSession session = store.session()) {
            QueueReader reader = session.reader(QUEUE);
            reader.receive(LONG);
            QueueStatus held = store.status(QUEUE);
            assertThat(held.depth()).isEqualTo(2);
            assertThat(held.inDelivery()).isBetween(1L, 2L);
            assertThat(held.readers()).isEqualTo(1);
            reader.receive(LONG);
            assertThat(store.status(QUEUE).depth()).as("held by the unit").isEqualTo(2);
            session.commit();
            QueueStatus idle = store.status(QUEUE);
            assertThat(idle.depth()).isZero();
            assertThat(idle.inDelivery()).isZero();
            assertThat(idle.scheduled()).isZero();
            assertThat(idle.put()).isEqualTo(2);
            assertThat(idle.got()).isEqualTo(2);
        }
        assertThat(store.status()).extracting(QueueStatus::name).isSorted().contains(QUEUE);
    }

    @Test
    void clearingRemovesWhatNoUnitHolds() {
        put(QUEUE, "1", "2", "3");
        assertThat(store.clear(QUEUE)).isEqualTo(3);
        assertThat(drain(QUEUE)).isEmpty();
    }

    @Test
    void aReaderThatDoesNotReadKeepsAtMostOneMessageFromOthersBesideTheOneItWorksOn() {
        String[] texts = new String[40];
        Arrays.setAll(texts, Integer::toString);
        put(QUEUE, texts);
        try (QueueSession busy = store.session()) {
            assertThat(busy.reader(QUEUE).receive(LONG)).isNotNull();
            assertThat(drain(QUEUE)).hasSizeGreaterThanOrEqualTo(38);
        }
    }

    @Test
    void manySessionsShareAQueueAndEachMessageIsProcessedOnce() throws Exception {
        int sessions = 40;
        int messages = MAX_COUNT;
        String[] texts = new String[messages];
        Arrays.setAll(texts, Integer::toString);
        store.create(QueueDefinition.named("OUT"));
        put(QUEUE, texts);
        try (ExecutorService threads = Executors.newFixedThreadPool(sessions)) {
            List<Future<Integer>> done = new ArrayList<>();
            for (int i = 0; i < sessions; i++) {
                done.add(threads.submit(this::moveAll));
            }
            int total = 0;
            for (Future<Integer> one : done) {
                total += one.get();
            }
            assertThat(total).isEqualTo(messages);
        }
        assertThat(drain("OUT")).containsExactlyInAnyOrder(texts);
        assertThat(store.status(QUEUE).depth()).isZero();
    }

    private int moveAll() {
        int moved = 0;
        try (QueueSession session = store.session()) {
            QueueReader reader = session.reader(QUEUE);
            for (QueueMessage m = reader.receive(500); m != null; m = reader.receive(500)) {
                session.put("OUT", m, true);
                session.commit();
                moved++;
            }
        }
        return moved;
    }

    @Test
    void aMessagePassedOnKeepsItsIdAndStartsWithoutBackouts() {
        put(QUEUE, "a");
        store.create(QueueDefinition.named("OUT"));
        try (QueueSession session = store.session()) {
            QueueReader reader = session.reader(QUEUE);
            reader.receive(LONG);
            session.rollback();
            QueueMessage got = reader.receive(LONG);
            assertThat(got.descriptor().backoutCount()).isEqualTo(1);
            session.put("OUT", got, true);
            session.commit();
            QueueMessage passed = session.reader("OUT").receive(LONG);
            assertThat(passed.descriptor().backoutCount()).isZero();
            assertThat(passed.descriptor().msgId()).isEqualTo(got.descriptor().msgId());
            assertThat(passed.descriptor().sourceQueue()).isEqualTo("OUT");
            session.commit();
        }
    }

    @Test
    void publishingWithoutSubscribersDoesNothing() {
        try (QueueSession session = store.session()) {
            session.publish("stock/ibm", message("120"), true);
            session.publish("stock/ibm", message("121"), false);
            session.commit();
        }
        assertThat(store.status()).extracting(QueueStatus::depth).containsOnly(0L);
    }

    @Test
    void aClosedStoreSaysSo() {
        store.close();
        assertCode(ErrorCode.QUEUE_STORE_DOWN, () -> store.status());
        assertCode(ErrorCode.QUEUE_STORE_DOWN, () -> store.create(QueueDefinition.named("X")));
        store.close();
    }

    static Bytes filled(int length, int first) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (first + i);
        }
        return Bytes.of(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"A[B", "A(B", " ", "#", "A::B"})
    void aQueueCannotHaveANameBeyondTheRuleAndPutsToItNameTheRule(String name) {
        assertCode(ErrorCode.BAD_VALUE, () -> store.create(QueueDefinition.named("x" + name)));
        try (QueueSession session = store.session()) {
            assertThatThrownBy(() -> session.put(name, message("x"), false))
                    .hasMessageContaining("1 to 48 of the characters");
        }
        assertThatThrownBy(() -> store.browse(name, 1))
                .hasMessageContaining("1 to 48 of the characters");
    }
}
