package io.millrace.store.artemis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import com.arjuna.ats.arjuna.common.Uid;
import com.arjuna.ats.arjuna.objectstore.StoreManager;
import com.arjuna.ats.arjuna.state.InputObjectState;
import com.arjuna.ats.internal.arjuna.common.UidHelper;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.work.Coordinator;
import io.millrace.engine.work.Participant;
import io.millrace.engine.work.UnitOfWork;
import io.millrace.store.TestSettings;
import io.millrace.store.artemis.broker.BrokerSession;
import io.millrace.store.artemis.connection.ConnectionPool;
import io.millrace.store.artemis.embedded.EmbeddedBroker;
import io.millrace.store.artemis.units.UnitDecisions;
import io.millrace.store.xa.Decision;
import io.millrace.store.xa.Decisions.Outcome;
import io.millrace.store.xa.NarayanaProvider;
import io.millrace.store.xa.XaParticipant;
import io.millrace.store.xa.XaRecoverable;

import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.apache.activemq.artemis.api.core.client.ClientSession;
import org.apache.activemq.artemis.core.server.ActiveMQServer;
import org.apache.activemq.artemis.core.server.ServerSession;
import org.apache.activemq.artemis.core.transaction.Transaction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/**
 * Coordinated units that embedded queues decide, together with resources that do what a test says.
 */
class DecidedUnitsTest {

    private static final String UNITS =
            "/StateManager/BasicAction/TwoPhaseCoordinator/AtomicAction";
    private static final QueueMessage MESSAGE =
            new QueueMessage(new Mqmd().persistence(Mqmd.PERSISTENCE_YES), Bytes.utf8("order"));

    @TempDir Path home;

    private final List<String> reported = new ArrayList<>();
    private ArtemisStore store;
    private Coordinator coordinator;

    @BeforeEach
    void open() {
        store = ArtemisStore.embed(TestSettings.embedded(home));
        coordinator = new NarayanaProvider().open(home.resolve("transactions"));
        coordinator.register(store);
        store.create(new QueueDefinition("OUT", 1, true, 0, ""));
    }

    @AfterEach
    void close() {
        coordinator.close();
        store.close();
    }

    /** A unit of a put and of other resources. */
    private UnitOfWork unit(Other... others) {
        UnitOfWork unit = new UnitOfWork(coordinator);
        store.session(unit).put("OUT", MESSAGE, true);
        for (Other other : others) {
            unit.enlist(other);
        }
        return unit;
    }

    private static MillraceException failure(UnitOfWork unit) {
        return catchThrowableOfType(MillraceException.class, unit::commit);
    }

    private List<String> decided() {
        return store.broker().decisions().units();
    }

    private static List<Uid> logged() {
        try {
            InputObjectState found = new InputObjectState();
            StoreManager.getRecoveryStore().allObjUids(UNITS, found);
            List<Uid> units = new ArrayList<>();
            for (Uid unit = UidHelper.unpackFrom(found);
                    unit.notEquals(Uid.nullUid());
                    unit = UidHelper.unpackFrom(found)) {
                units.add(unit);
            }
            return units;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private int depth() {
        return (int) store.status("OUT").depth();
    }

    /** Artemis counts a message a moment after it has answered the commit. */
    private void assertDepth(int messages) {
        await().until(() -> depth() == messages);
    }

    @Test
    void theQueuesCommitBetweenThePrepareAndTheCommitOfAnother() {
        List<Object> seen = new ArrayList<>();
        Other other =
                new Other("other")
                        .onPrepare(() -> seen.add(depth()))
                        .onCommit(
                                () -> {
                                    assertDepth(1);
                                    seen.addAll(List.of(decided().size(), logged()));
                                });
        unit(other).commit();
        assertThat(seen).containsExactly(0, 1, List.of());
        assertThat(reported).containsExactly("other prepares", "other commits");
        assertThat(decided()).isEmpty();
        assertThat(logged()).isEmpty();
    }

    @Test
    void queuesAloneNeedNoDecision() {
        UnitOfWork unit = unit();
        unit.commit();
        assertDepth(1);
        assertThat(decided()).isEmpty();
        assertThat(home.resolve("transactions/journal")).isDirectory();
    }

    @Test
    void aResourceThatHasOnlyReadIsNotToldAgain() {
        unit(new Other("reader").votes(XAResource.XA_RDONLY)).commit();
        assertThat(reported).containsExactly("reader prepares");
        assertDepth(1);
        assertThat(decided()).isEmpty();
        unitOfReaderAndWriter();
        assertThat(reported)
                .containsExactly(
                        "reader prepares", "reader prepares", "writer prepares", "writer commits");
    }

    private void unitOfReaderAndWriter() {
        store.clear("OUT");
        unit(new Other("reader").votes(XAResource.XA_RDONLY), new Other("writer")).commit();
        assertDepth(1);
        assertThat(decided()).isEmpty();
    }

    @Test
    void aUnitWhosePutFoundTheQueueFullCanOnlyBeUndone() {
        MillraceException failure;
        try (QueueSession another = store.session()) {
            another.put("OUT", MESSAGE, true);
            UnitOfWork unit = new UnitOfWork(coordinator);
            unit.enlist(new Other("other"));
            QueueSession queues = store.session(unit);
            MillraceException full =
                    catchThrowableOfType(
                            MillraceException.class, () -> queues.put("OUT", MESSAGE, true));
            assertThat(full.code()).isEqualTo(ErrorCode.QUEUE_FULL);
            failure = failure(unit);
        }
        assertThat(failure.code()).isEqualTo(ErrorCode.UNIT_OF_WORK_FAILED);
        assertThat(failure).hasMessageContaining("queues");
        assertThat(((MillraceException) failure.getCause()).code()).isEqualTo(ErrorCode.QUEUE_FULL);
        assertThat(UnitOfWork.isPassing(failure)).isTrue();
        assertThat(reported).containsExactly("other prepares", "other rolls back");
        assertThat(decided()).isEmpty();
        // Artemis sees a moment later that there is room again.
        await().ignoreException(MillraceException.class).until(() -> commits(new Other("next")));
        assertDepth(1);
    }

    private boolean commits(Other other) {
        unit(other).commit();
        return true;
    }

    @Test
    void aResourceThatRefusesToPrepareUndoesTheQueues() {
        UnitOfWork unit =
                unit(
                        new Other("first"),
                        new Other("other").refusesToPrepare(XAException.XA_RBROLLBACK));
        assertThat(failure(unit).code()).isEqualTo(ErrorCode.UNIT_OF_WORK_FAILED);
        assertThat(reported).contains("first prepares", "other prepares", "first rolls back");
        assertDepth(0);
        assertThat(decided()).isEmpty();
        unit(new Other("next")).commit();
        assertDepth(1);
    }

    @Test
    void aSessionThatIsLostBeforeTheDecisionUndoesTheUnit() {
        UnitOfWork unit = unit(new Other("other").onPrepare(this::loseSessions));
        MillraceException failure = failure(unit);
        assertThat(UnitOfWork.isPassing(failure)).isTrue();
        assertThat(reported).containsExactly("other prepares", "other rolls back");
        assertDepth(0);
        assertThat(decided()).isEmpty();
    }

    private void loseSessions() {
        for (ServerSession session : server().getSessions()) {
            session.getRemotingConnection()
                    .fail(new org.apache.activemq.artemis.api.core.ActiveMQDisconnectedException());
        }
    }

    private ActiveMQServer server() {
        return ((EmbeddedBroker) store.broker()).server();
    }

    @Test
    void aResourceThatIsLostAfterTheDecisionIsInTheLogAndCommitsLater() {
        Other other = new Other("other").refusesToCommit(XAException.XAER_RMFAIL);
        coordinator.register(other);
        unit(other).commit();
        assertDepth(1);
        assertThat(logged()).hasSize(1);
        assertThat(decided()).as("the log has it").isEmpty();
        other.refusesToCommit(0);
        coordinator.recover();
        assertThat(reported).endsWith("other commits");
        assertThat(reported).doesNotContain("other rolls back");
        assertThat(logged()).isEmpty();
        assertThat(coordinator.damaged()).isEmpty();
    }

    @Test
    void othersCommitThoughTheFirstOfThemWasRolledBackByAPerson() {
        Other first = new Other("first").refusesToCommit(XAException.XA_HEURRB);
        Other second = new Other("second");
        MillraceException failure = failure(unit(first, second));
        assertThat(failure.code()).isEqualTo(ErrorCode.UNIT_OF_WORK_DAMAGED);
        assertThat(reported).contains("first commits", "second commits");
        assertThat(reported).doesNotContain("second rolls back");
        assertDepth(1);
        assertThat(coordinator.damaged()).hasSize(1);
        assertThat(decided()).isEmpty();
    }

    @Test
    void whereTheDiskFailsAtTheDecisionTheOthersStayPreparedUntilTheNextStart() {
        Other other = new Other("other").onPrepare(this::failDisk);
        coordinator.register(other);
        MillraceException failure = failure(unit(other));
        assertThat(UnitOfWork.isPassing(failure)).isTrue();
        if (failure.getMessage().contains("it was rolled back")) {
            // The broker, which stops in a thread of its own, stopped before the decision.
            assertUndone();
            return;
        }
        assertThat(failure).hasMessageContaining("its outcome is unknown");
        coordinator.recover();
        coordinator.recover();
        assertThat(reported).containsExactly("other prepares");
        close();
        open();
        coordinator.register(other);
        boolean decided = !decided().isEmpty();
        assertDepth(decided ? 1 : 0);
        coordinator.recover();
        assertThat(reported)
                .containsExactly("other prepares", decided ? "other commits" : "other rolls back");
        assertThat(decided()).isEmpty();
    }

    @Test
    void whereTheBrokerStopsBeforeTheDecisionTheUnitIsRolledBack() {
        Other other =
                new Other("other")
                        .onPrepare(
                                () -> {
                                    ActiveMQServer server = server();
                                    failDisk();
                                    await().dontCatchUncaughtExceptions()
                                            .until(() -> !server.isStarted());
                                });
        coordinator.register(other);
        assertThat(failure(unit(other))).hasMessageContaining("it was rolled back");
        assertUndone();
    }

    /** Nothing of the unit remains, not even after the next start. */
    private void assertUndone() {
        assertThat(reported).containsExactly("other prepares", "other rolls back");
        close();
        open();
        assertDepth(0);
        assertThat(decided()).isEmpty();
        assertThat(logged()).isEmpty();
    }

    private void failDisk() {
        server().getStorageManager().criticalError(new IOException("the disk is gone"));
    }

    @Test
    void aUnitThatIsNotEndedIsNotTouchedByTheRecovery() {
        Other other = new Other("other").onCommit(() -> coordinator.recover());
        coordinator.register(other);
        unit(other).commit();
        assertThat(reported).containsExactly("other prepares", "other commits");
        assertDepth(1);
    }

    @Test
    void whatQueuesHavePreparedInAnEarlierVersionIsEndedByTheLog() throws Exception {
        try (ConnectionPool.Lease lease =
                store.broker().connections().open(ConnectionPool.Mode.COORDINATED)) {
            UnitOfWork unit = new UnitOfWork(coordinator);
            unit.enlist(new Prepared(lease.session()));
            unit.enlist(new Other("other"));
            ClientMessage message = lease.session().createMessage(true);
            lease.session().createProducer("OUT").send(message);
            unit.commit();
        }
        assertThat(logged()).hasSize(1);
        assertThat(store.inDoubt()).hasSize(1);
        coordinator.recover();
        assertThat(store.inDoubt()).isEmpty();
        assertDepth(1);
        assertThat(logged()).isEmpty();
    }

    @Test
    void twoSessionsDoNotDecideOneUnit() {
        UnitOfWork unit = unit(new Other("other"));
        QueueSession second = store.session(unit);
        MillraceException refused =
                catchThrowableOfType(
                        MillraceException.class, () -> second.put("OUT", MESSAGE, true));
        assertThat(refused.code()).isEqualTo(ErrorCode.COORDINATION_REFUSED);
        unit.rollback();
        assertDepth(0);
    }

    @Test
    void whatBecameOfACommitIsKnownThoughItsAnswerIsNot() throws Exception {
        UnitDecisions decisions = store.broker().decisions();
        try (BrokerSession line = store.broker().open(ConnectionPool.Mode.TRANSACTED)) {
            Transaction first = line.transaction();
            decisions.add(new Decision("0:1:2:3:4", List.of("x")), first);
            assertThat(decisions.outcome("0:1:2:3:4")).isEqualTo(Outcome.UNDONE);
            decisions.undone("0:1:2:3:4");
            line.rollback();
            Transaction second = line.transaction();
            assertThat(second).isNotSameAs(first);
            decisions.add(new Decision("0:1:2:3:5", List.of("x")), second);
            line.commit();
            assertThat(decisions.outcome("0:1:2:3:5")).isEqualTo(Outcome.COMMITTED);
        }
        close();
        open();
        assertThat(decided()).containsExactly("0:1:2:3:5");
        store.broker().decisions().forget("0:1:2:3:5");
        close();
        open();
        assertThat(decided()).isEmpty();
    }

    /** Queues that prepare, and die before they commit. */
    private final class Prepared extends Other {

        private final ClientSession session;

        Prepared(ClientSession session) {
            super("queues");
            this.session = session;
        }

        @Override
        public void start(Xid xid, int flags) throws XAException {
            session.start(xid, flags);
        }

        @Override
        public void end(Xid xid, int flags) throws XAException {
            session.end(xid, flags);
        }

        @Override
        public int prepare(Xid xid) throws XAException {
            return session.prepare(xid);
        }

        @Override
        public void commit(Xid xid, boolean onePhase) throws XAException {
            throw new XAException(XAException.XAER_RMFAIL);
        }
    }

    /** A resource that prepares. */
    private class Other implements XAResource, XaParticipant, XaRecoverable {

        private final String label;
        private final List<Xid> prepared = new ArrayList<>();
        private Runnable onPrepare = () -> {};
        private Runnable onCommit = () -> {};
        private int vote = XA_OK;
        private int prepareError;
        private int commitError;

        Other(String label) {
            this.label = label;
        }

        Other onPrepare(Runnable action) {
            onPrepare = action;
            return this;
        }

        Other onCommit(Runnable action) {
            onCommit = action;
            return this;
        }

        Other votes(int answer) {
            vote = answer;
            return this;
        }

        Other refusesToPrepare(int error) {
            prepareError = error;
            return this;
        }

        Other refusesToCommit(int error) {
            commitError = error;
            return this;
        }

        private void say(String does, int error) throws XAException {
            reported.add(label + " " + does);
            if (error != 0) {
                throw new XAException(error);
            }
        }

        @Override
        public int prepare(Xid xid) throws XAException {
            say("prepares", prepareError);
            onPrepare.run();
            prepared.add(xid);
            return vote;
        }

        @Override
        public void commit(Xid xid, boolean onePhase) throws XAException {
            onCommit.run();
            say("commits", commitError);
            prepared.remove(xid);
        }

        @Override
        public void rollback(Xid xid) throws XAException {
            if (prepared.remove(xid)) {
                say("rolls back", 0);
            }
        }

        @Override
        public Xid[] recover(int flag) {
            return prepared.toArray(Xid[]::new);
        }

        @Override
        public MillraceException down(XAException error) {
            return new MillraceException(ErrorCode.QUEUE_STORE_DOWN, label, error);
        }

        @Override
        public Line connect() {
            return new Line() {
                @Override
                public XAResource resource() {
                    return Other.this;
                }

                @Override
                public void close() {}
            };
        }

        @Override
        public XAResource resource() {
            return this;
        }

        @Override
        public String label() {
            return label;
        }

        @Override
        public String resourceName() {
            return label;
        }

        @Override
        public Optional<MillraceException> passing(XAException error) {
            return Optional.empty();
        }

        @Override
        public Participant.Kind kind() {
            return Participant.Kind.DATABASE;
        }

        @Override
        public void commit() {}

        @Override
        public void rollback() {}

        @Override
        public void start(Xid xid, int flags) throws XAException {}

        @Override
        public void end(Xid xid, int flags) throws XAException {}

        @Override
        public void forget(Xid xid) {}

        @Override
        public boolean isSameRM(XAResource other) {
            return other == this;
        }

        @Override
        public int getTransactionTimeout() {
            return 0;
        }

        @Override
        public boolean setTransactionTimeout(int seconds) {
            return false;
        }
    }
}
