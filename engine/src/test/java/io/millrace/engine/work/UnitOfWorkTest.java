package io.millrace.engine.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

class UnitOfWorkTest {

    private final List<String> log = new ArrayList<>();
    private final UnitOfWork unit = new UnitOfWork();

    private Participant participant(Participant.Kind kind, String name, Throwable atCommit) {
        return new Participant() {
            @Override
            public Kind kind() {
                return kind;
            }

            @Override
            public String label() {
                return name;
            }

            @Override
            public void commit() {
                switch (atCommit) {
                    case null -> log.add("commit " + name);
                    case Error e -> throw e;
                    case RuntimeException e -> throw e;
                    default -> throw new IllegalStateException(atCommit);
                }
            }

            @Override
            public void rollback() {
                log.add("rollback " + name);
            }

            @Override
            public void keepBackoutCounts() {
                log.add("keep " + name);
            }
        };
    }

    @Test
    void databasesCommitBeforeQueues() {
        unit.enlist(participant(Participant.Kind.QUEUE, "queues", null));
        unit.enlist(participant(Participant.Kind.DATABASE, "stock", null));
        unit.commit();
        assertThat(log).containsExactly("commit stock", "commit queues");
        assertThat(unit.isEmpty()).isTrue();
    }

    @Test
    void whereTheFirstCannotCommitAllIsRolledBack() {
        unit.enlist(participant(Participant.Kind.QUEUE, "queues", null));
        unit.enlist(
                participant(Participant.Kind.DATABASE, "stock", new IllegalStateException("down")));
        assertThatThrownBy(unit::commit)
                .isInstanceOfSatisfying(
                        MillraceException.class,
                        e -> assertThat(e.code()).isEqualTo(ErrorCode.UNIT_OF_WORK_FAILED))
                .hasMessageContaining("stock could not commit: down");
        assertThat(log).containsExactly("rollback stock", "rollback queues");
    }

    @Test
    void anErrorOfTheVirtualMachineRollsBackToo() {
        unit.enlist(
                participant(Participant.Kind.DATABASE, "stock", new OutOfMemoryError("no room")));
        assertThatThrownBy(unit::commit).isInstanceOf(MillraceException.class);
        assertThat(log).containsExactly("rollback stock");
    }

    @Test
    void whatHadCommittedIsNamedWhereALaterOneFails() {
        unit.enlist(participant(Participant.Kind.DATABASE, "stock", null));
        unit.enlist(
                participant(Participant.Kind.QUEUE, "queues", new IllegalStateException("full")));
        assertThatThrownBy(unit::commit).hasMessageContaining("already committed: [stock]");
        assertThat(log).containsExactly("commit stock", "rollback queues");
    }

    /** A watcher that logs its calls and, unless the error is null, prevents a commit. */
    private UnitWatcher watcher(Throwable refusal) {
        return new UnitWatcher() {
            @Override
            public void committing() {
                log.add("committing");
                switch (refusal) {
                    case null -> {}
                    case Error e -> throw e;
                    case RuntimeException e -> throw e;
                    default -> throw new IllegalStateException(refusal);
                }
            }

            @Override
            public void ended(boolean committed) {
                log.add("ended " + committed);
            }
        };
    }

    @Test
    void aWatcherIsToldHowTheUnitEndsAndOfNoOther() {
        unit.watch(watcher(null));
        unit.enlist(participant(Participant.Kind.QUEUE, "queues", null));
        unit.commit();
        unit.enlist(participant(Participant.Kind.QUEUE, "queues", null));
        unit.rollback();
        assertThat(log)
                .containsExactly("committing", "commit queues", "ended true", "rollback queues");
    }

    @Test
    void aWatcherCanPreventACommit() {
        unit.watch(watcher(new MillraceException(ErrorCode.QUEUE_STORE_DOWN, "lost")));
        unit.enlist(participant(Participant.Kind.QUEUE, "queues", null));
        assertThatThrownBy(unit::commit).hasMessage("the unit of work was rolled back: lost");
        assertThat(log)
                .containsExactly("committing", "keep queues", "rollback queues", "ended false");
        assertThat(unit.isEmpty()).isTrue();
    }

    @Test
    void anErrorOfTheVirtualMachineInAWatcherRollsBackToo() {
        unit.watch(watcher(new OutOfMemoryError("no room")));
        unit.enlist(participant(Participant.Kind.QUEUE, "queues", null));
        assertThatThrownBy(unit::commit).isInstanceOf(MillraceException.class);
        assertThat(log).containsExactly("committing", "rollback queues", "ended false");
    }

    @Test
    void theBackoutCountsAreKeptIfAResourceIsDown() {
        unit.enlist(participant(Participant.Kind.QUEUE, "queues", null));
        unit.enlist(
                participant(
                        Participant.Kind.DATABASE,
                        "stock",
                        new MillraceException(
                                ErrorCode.UNIT_OF_WORK_FAILED,
                                "not committed",
                                new MillraceException(ErrorCode.DATABASE_DOWN, "down"))));
        assertThatThrownBy(unit::commit).hasMessageContaining("not committed");
        assertThat(log)
                .containsExactly("keep stock", "keep queues", "rollback stock", "rollback queues");
    }

    @Test
    void aWatcherIsNotifiedOfARollback() {
        unit.watch(watcher(null));
        unit.enlist(participant(Participant.Kind.QUEUE, "queues", null));
        assertThat(unit.isEmpty()).isFalse();
        unit.rollback();
        unit.rollback();
        assertThat(log).containsExactly("rollback queues", "ended false");
    }
}
