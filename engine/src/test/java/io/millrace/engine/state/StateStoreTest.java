package io.millrace.engine.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.HeldMemory;
import io.millrace.engine.queue.MemoryQueues;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.work.Participant;
import io.millrace.engine.work.UnitOfWork;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;

/** What StateContract does not test: waits that end, and outcomes that are not known. */
class StateStoreTest {

    private static final long LONG = 60_000;
    private static final int SHORT = 10;
    private static final Instant NOON = Instant.parse("2026-11-22T12:00:00Z");

    private final MemoryQueues queues = new MemoryQueues();
    private volatile Instant now = NOON;
    private final Clock clock = ((InstantSource) () -> now).withZone(ZoneOffset.UTC);
    private final AtomicBoolean stopped = new AtomicBoolean();

    @AfterEach
    void close() {
        queues.close();
    }

    /** An instance with a state. */
    private final class Instance implements AutoCloseable {
        private final UnitOfWork unit = new UnitOfWork();
        private final QueueSession session = queues.session();
        private final State state;

        Instance(StateStore states) {
            state = states.open("s", StateLimits.DEFAULT, unit, () -> session, stopped::get);
        }

        String get(String key) {
            StateRecord record = state.get(key);
            return record == null ? null : record.value().text(StandardCharsets.UTF_8);
        }

        @Override
        public void close() {
            state.close();
            session.close();
        }
    }

    private static ErrorCode refused(Runnable work) {
        try {
            work.run();
            return null;
        } catch (MillraceException e) {
            return e.code();
        }
    }

    @Test
    void aWaitForARecordEndsAfterATime() {
        StateStore states = new StateStore(queues, clock, SHORT);
        try (Instance first = new Instance(states);
                Instance second = new Instance(states)) {
            first.get("a");
            assertThatThrownBy(() -> second.get("a"))
                    .hasMessage(
                            "record a of the state s cannot be used now: another unit of work has"
                                    + " locked it for 10 ms");
            first.unit.rollback();
            assertThat(second.get("a")).isNull();
        }
    }

    @Test
    void aWaitForARecordEndsWhenTheFlowIsStopped() throws Exception {
        StateStore states = new StateStore(queues, clock);
        try (Instance first = new Instance(states);
                Instance second = new Instance(states);
                ExecutorService threads = Executors.newSingleThreadExecutor()) {
            first.get("a");
            Future<ErrorCode> waiting = threads.submit(() -> refused(() -> second.get("a")));
            stopped.set(true);
            assertThat(waiting.get()).isEqualTo(ErrorCode.FLOW_STOPPED);
            second.unit.rollback();
        }
    }

    @Test
    void aClockThatIsSetForwardMakesARecordDueDuringTheWait() throws Exception {
        StateStore states = new StateStore(queues, clock);
        try (Instance instance = new Instance(states);
                ExecutorService threads = Executors.newSingleThreadExecutor()) {
            instance.state.put(new StateRecord("a", Bytes.EMPTY, NOON.plusSeconds(3_600)));
            instance.unit.commit();
            Future<StateRecord> due = threads.submit(() -> instance.state.receiveDue(LONG));
            now = NOON.plusSeconds(3_600);
            assertThat(due.get().key()).isEqualTo("a");
        }
    }

    /** A participant whose commit fails, before or after that of the queues. */
    private record Failing(Kind kind) implements Participant {
        @Override
        public String label() {
            return "test";
        }

        @Override
        public void commit() {
            throw new MillraceException(ErrorCode.DATABASE_DOWN, "no");
        }

        @Override
        public void rollback() {}
    }

    @Test
    void recordsAreWhatTheQueueHoldsAfterACommitThatFailed() {
        for (Participant.Kind kind : Participant.Kind.values()) {
            StateStore states = new StateStore(queues, clock);
            try (Instance instance = new Instance(states)) {
                // Of two queue sessions, the first commits first.
                instance.state.put(kind.name(), Bytes.utf8("1"));
                instance.unit.enlist(new Failing(kind));
                assertThat(refused(instance.unit::commit)).isEqualTo(ErrorCode.UNIT_OF_WORK_FAILED);
                String found = instance.get(kind.name());
                assertThat(found).isEqualTo(kind == Participant.Kind.QUEUE ? "1" : null);
                instance.unit.rollback();
            }
        }
    }

    @Test
    void theMemoryOfAStateIsReportedWhileItIsUsed() {
        try (Instance instance = new Instance(new StateStore(queues, clock))) {
            instance.state.put("a", Bytes.of(new byte[5_000]));
            instance.unit.commit();
            assertThat(held()).isGreaterThan(5_000);
        }
        assertThat(held()).isZero();
    }

    private static long held() {
        return HeldMemory.all().stream()
                .filter(m -> m.owner().equals("state s"))
                .mapToLong(HeldMemory::bytes)
                .sum();
    }
}
