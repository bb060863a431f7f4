package io.millrace.store;

import static io.millrace.store.TestSettings.assertCode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.queue.QueueStore;
import io.millrace.engine.state.State;
import io.millrace.engine.state.StateLimits;
import io.millrace.engine.state.StateRecord;
import io.millrace.engine.state.StateStore;
import io.millrace.engine.work.UnitOfWork;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;

/** The durable state of nodes on the queues of a store: what holds for every store. */
abstract class StateContract extends QueueUnitContract {

    private static final String NAME = "test/records";
    private static final String STATE = "SYSTEM.STATE." + NAME;
    private static final Instant NOON = Instant.parse("2026-11-22T12:00:00Z");

    private volatile Instant now = NOON;
    private final Clock clock = ((InstantSource) () -> now).withZone(ZoneOffset.UTC);

    /** A thread's unit of work with its session and state. */
    private final class Worker implements AutoCloseable {
        private final UnitOfWork unit = new UnitOfWork();
        private final QueueSession session = store.session();
        private final State state;

        Worker(StateStore states, StateLimits limits) {
            state =
                    states.open(
                            NAME,
                            limits,
                            unit,
                            () -> session,
                            () -> Thread.currentThread().isInterrupted());
        }

        Worker(StateStore states) {
            this(states, StateLimits.DEFAULT);
        }

        void put(String key, String value) {
            state.put(key, Bytes.utf8(value));
        }

        void put(String key, Instant due) {
            state.put(new StateRecord(key, Bytes.utf8(key), due));
        }

        String get(String key) {
            return value(state.get(key));
        }

        String due() {
            return value(state.receiveDue(0));
        }

        @Override
        public void close() {
            state.close();
            unit.rollback();
            session.close();
        }
    }

    private static String value(StateRecord record) {
        return record == null ? null : record.value().text(StandardCharsets.UTF_8);
    }

    private StateStore states() {
        return new StateStore(store, clock);
    }

    private Worker worker() {
        return new Worker(states());
    }

    private Map<String, String> stored() {
        try (Worker worker = worker()) {
            return worker.state.records().stream()
                    .collect(Collectors.toMap(StateRecord::key, StateContract::value));
        }
    }

    @Test
    void aRecordIsSeenByItsUnitAndKeptByTheStore() {
        try (Worker worker = worker()) {
            assertThat(worker.get("a")).isNull();
            worker.put("a", "1");
            assertThat(worker.get("a")).as("in the same unit").isEqualTo("1");
            worker.put("b", "");
            worker.unit.commit();
            assertThat(worker.get("a")).isEqualTo("1");
            worker.put("a", "2");
            worker.state.remove("b");
            assertThat(worker.get("b")).as("removed in the same unit").isNull();
            worker.unit.commit();
        }
        assertThat(stored()).containsOnly(Map.entry("a", "2"));
    }

    @Test
    void theIdentifierIsKeptByTheStoreAlsoIfTheUnitIsRolledBack() {
        String identifier;
        try (Worker worker = worker()) {
            worker.put("a", "1");
            identifier = worker.state.identifier();
            worker.unit.rollback();
        }
        assertThat(identifier).matches("[0-9a-f]{16}");
        assertThat(stored()).isEmpty();
        try (Worker worker = worker()) {
            assertThat(worker.state.identifier()).isEqualTo(identifier);
        }
    }

    @Test
    void aPostponedRecordDoesNotDelayOthers() {
        StateStore states = states();
        try (Worker worker = new Worker(states);
                Worker other = new Worker(states)) {
            worker.put("a", NOON);
            worker.put("b", NOON.plusSeconds(1));
            worker.unit.commit();
            now = NOON.plusSeconds(1);
            assertThat(worker.due()).isEqualTo("a");
            worker.unit.rollback();
            worker.state.postpone("a");
            assertThat(worker.state.postponements("a")).isOne();
            assertThat(worker.due()).isEqualTo("b");
            assertThat(other.due()).as("also in other units").isNull();
            now = now.plusMillis(10);
            assertThat(other.due()).isEqualTo("a");
            other.unit.rollback();
            for (int i = 0; i < 40; i++) {
                other.state.postpone("a");
            }
            now = now.plusSeconds(20);
            assertThat(other.due()).as("pauses increase").isNull();
            now = now.plusSeconds(10);
            assertThat(other.due()).isEqualTo("a");
            other.state.put(new StateRecord("a", Bytes.utf8("2"), now));
            other.unit.commit();
            assertThat(other.state.postponements("a")).as("changed").isZero();
            assertThat(other.due()).isEqualTo("2");
        }
    }

    @Test
    void changesOfAUnitThatIsRolledBackWereNeverMade() {
        try (Worker worker = worker()) {
            worker.put("a", "1");
            worker.unit.commit();
            worker.put("a", "2");
            worker.put("b", "2");
            worker.unit.rollback();
            assertThat(worker.get("a")).isEqualTo("1");
            assertThat(worker.get("b")).isNull();
            worker.state.remove("a");
            worker.unit.rollback();
            assertThat(worker.get("a")).isEqualTo("1");
        }
        assertThat(stored()).containsOnly(Map.entry("a", "1"));
    }

    @Test
    void anotherUnitWaitsForTheRecordAndDoesNotSeeItBefore() throws Exception {
        StateStore states = states();
        try (Worker first = new Worker(states);
                Worker second = new Worker(states);
                ExecutorService threads = Executors.newSingleThreadExecutor()) {
            first.put("a", "1");
            assertThat(second.state.records()).isEmpty();
            Future<String> waiting = threads.submit(() -> second.get("a"));
            first.put("b", "1");
            assertThat(waiting).isNotDone();
            first.unit.commit();
            assertThat(waiting.get()).isEqualTo("1");
        }
    }

    @Test
    void aRecordThatDoesNotExistIsLockedAsWell() throws Exception {
        StateStore states = states();
        try (Worker first = new Worker(states);
                Worker second = new Worker(states);
                ExecutorService threads = Executors.newSingleThreadExecutor()) {
            assertThat(first.get("a")).isNull();
            Future<String> waiting = threads.submit(() -> second.get("a"));
            first.put("a", "1");
            first.unit.rollback();
            assertThat(waiting.get()).isNull();
        }
    }

    @Test
    void unitsThatWaitForEachOtherDoNotWaitForEver() throws Exception {
        StateStore states = states();
        try (Worker first = new Worker(states);
                Worker second = new Worker(states);
                ExecutorService threads = Executors.newSingleThreadExecutor()) {
            first.put("a", "1");
            second.put("b", "2");
            Future<Boolean> waiting = threads.submit(() -> ended(second, "a"));
            // One of the two is refused, whichever comes second; then the other goes on.
            boolean refused = !ended(first, "b");
            assertThat(waiting.get()).isEqualTo(refused);
        }
    }

    /** Changes a record and commits; false where that was refused, and the unit rolled back. */
    private static boolean ended(Worker worker, String key) {
        try {
            worker.put(key, "3");
            worker.unit.commit();
            return true;
        } catch (MillraceException e) {
            assertThat(e.code()).isEqualTo(ErrorCode.STATE_LOCKED);
            assertThat(UnitOfWork.isPassing(e)).isTrue();
            worker.unit.rollback();
            return false;
        }
    }

    @Test
    void aRecordIsWrittenOnceInAUnitAndItsOldMessagesAreDropped() {
        try (Worker worker = worker()) {
            for (int i = 0; i < 64; i++) {
                worker.put("position", Integer.toString(i));
            }
            worker.unit.commit();
            assertThat(store.status(STATE).depth()).isOne();
            for (int i = 0; i < 10; i++) {
                worker.put("cold" + i, "cold");
            }
            for (int i = 0; i < 500; i++) {
                worker.put("position", Integer.toString(i));
                worker.unit.commit();
            }
            await().until(() -> store.status(STATE).depth() <= 11 + 11 + 128 + 1);
        }
        assertThat(stored()).hasSize(11).containsEntry("position", "499");
    }

    @Test
    void whatRandomUnitsDoIsWhatTheStoreKeeps() {
        Random random = new Random(19);
        Map<String, String> model = new HashMap<>();
        for (int session = 0; session < 4; session++) {
            try (Worker worker = worker()) {
                for (int unit = 0; unit < 120; unit++) {
                    Map<String, String> next = new HashMap<>(model);
                    for (int change = random.nextInt(6); change > 0; change--) {
                        String key = "k" + random.nextInt(20);
                        assertThat(worker.get(key)).isEqualTo(next.get(key));
                        if (random.nextInt(3) == 0) {
                            worker.state.remove(key);
                            next.remove(key);
                        } else {
                            String value = Integer.toString(random.nextInt());
                            worker.put(key, value);
                            next.put(key, value);
                        }
                    }
                    if (random.nextInt(4) == 0) {
                        worker.unit.rollback();
                    } else {
                        worker.unit.commit();
                        model = next;
                    }
                }
            }
            assertThat(stored()).isEqualTo(model);
        }
        assertThat(store.status(STATE).depth()).isLessThan(400);
    }

    @Test
    void aHistoryKeepsTheLastRecords() {
        int many = 600;
        StateLimits last = StateLimits.lastKeys(100);
        try (Worker worker = new Worker(states(), last)) {
            for (int i = 0; i < many; i++) {
                worker.put("k" + i, "");
                worker.unit.commit();
            }
        }
        try (Worker worker = new Worker(states(), last)) {
            assertThat(worker.state.records()).hasSize(100);
            assertThat(worker.get("k" + (many - 100))).isNotNull();
            assertThat(worker.get("k0")).isNull();
        }
        assertThat(store.status(STATE).depth()).isLessThan(400);
    }

    @Test
    void aStateIsNotFilledBeyondItsLimits() {
        try (Worker worker = new Worker(states(), new StateLimits(2, 2_000, false))) {
            worker.put("a", "1");
            worker.unit.commit();
            worker.put("b", "1");
            assertCode(ErrorCode.STATE_FULL, () -> worker.put("c", "1"));
            assertCode(ErrorCode.STATE_FULL, () -> worker.put("b", "1".repeat(2_000)));
            worker.unit.commit();
            worker.state.remove("a");
            worker.put("c", "1");
            worker.unit.commit();
        }
        assertThat(stored()).containsOnlyKeys("b", "c");
    }

    @Test
    void aDueRecordIsReceivedOnceUnlessItsUnitIsRolledBack() {
        try (Worker worker = worker()) {
            worker.put("later", NOON.plusSeconds(60));
            worker.put("soon", NOON.plusSeconds(10));
            worker.put("never", "");
            worker.unit.commit();
            assertThat(worker.due()).isNull();
            now = NOON.plusSeconds(10);
            assertThat(worker.due()).isEqualTo("soon");
            assertThat(worker.due()).as("in the same unit").isNull();
            worker.unit.rollback();
            assertThat(worker.due()).isEqualTo("soon");
            worker.unit.commit();
            assertThat(worker.due()).isNull();
        }
        now = NOON.plus(Duration.ofDays(1));
        try (Worker worker = worker()) {
            assertThat(worker.due()).as("missed").isEqualTo("later");
            worker.put("later", now.plusSeconds(60));
            worker.unit.commit();
            assertThat(worker.due()).isNull();
            now = NOON;
            assertThat(worker.due()).as("the clock was set back").isNull();
        }
        assertThat(stored()).containsOnlyKeys("later", "never");
    }

    @Test
    void eachDueRecordIsForOneUnitAndAWaitEndsWhenThereIsOne() throws Exception {
        StateStore states = states();
        try (Worker first = new Worker(states);
                Worker second = new Worker(states);
                ExecutorService threads = Executors.newSingleThreadExecutor()) {
            first.put("a", NOON);
            first.put("b", NOON);
            first.unit.commit();
            assertThat(first.due()).isEqualTo("a");
            assertThat(second.due()).isEqualTo("b");
            second.unit.commit();
            Future<StateRecord> waiting = threads.submit(() -> second.state.receiveDue(LONG));
            first.unit.rollback();
            assertThat(value(waiting.get())).isEqualTo("a");
            second.unit.commit();
            Future<StateRecord> woken = threads.submit(() -> second.state.receiveDue(LONG));
            second.state.wake();
            assertThat(woken.get()).isNull();
        }
    }

    @Test
    void aStateThatIsClosedInAnOpenUnitIsNotChanged() {
        try (Worker worker = worker()) {
            worker.put("a", "1");
            worker.state.close();
            worker.unit.commit();
        }
        assertThat(stored()).isEmpty();
    }

    @Test
    void aMessageThatIsNoRecordIsMovedAway() {
        try (Worker worker = worker()) {
            worker.put("a", "1");
            worker.unit.commit();
        }
        put(STATE, "what is this?");
        try (Worker worker = worker()) {
            for (int i = 0; i < 200; i++) {
                worker.put("a", "2");
                worker.unit.commit();
            }
        }
        assertThat(stored()).containsOnly(Map.entry("a", "2"));
        List<QueueMessage> dead = store.browse(QueueStore.DEAD_LETTER_QUEUE, 9);
        assertThat(dead).extracting(QueueUnitContract::text).containsExactly("what is this?");
    }
}
