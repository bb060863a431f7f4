package io.millrace.benchmarks.torture;

import io.millrace.engine.work.Coordinator;
import io.millrace.engine.work.CoordinatorProvider;
import io.millrace.engine.work.DamagedUnit;
import io.millrace.engine.work.Participant;
import io.millrace.engine.work.Recoverable;
import io.millrace.store.xa.LastResource;
import io.millrace.store.xa.NarayanaProvider;
import io.millrace.store.xa.XaParticipant;
import io.millrace.store.xa.XaRecoverable;

import java.nio.file.Path;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

import javax.transaction.xa.XAResource;

/** Coordination by Narayana that the process may die in, at every step of a unit's end. */
public final class CrashingCoordination implements CoordinatorProvider {

    /** Duration of the recovery passes that were waited for, in nanoseconds. */
    static final AtomicLong RECOVERING = new AtomicLong();

    private final CoordinatorProvider inner = new NarayanaProvider();

    @Override
    public Coordinator open(Path folder) {
        return new CrashingCoordinator(inner.open(folder));
    }

    @Override
    public boolean wasUsed(Path folder) {
        return inner.wasUsed(folder);
    }

    private static final class CrashingCoordinator implements Coordinator {

        private final Coordinator inner;
        private final Map<Recoverable, Recoverable> doubles = new IdentityHashMap<>();

        CrashingCoordinator(Coordinator inner) {
            this.inner = inner;
        }

        @Override
        public Transaction begin() {
            return new CrashingTransaction(inner.begin());
        }

        @Override
        public synchronized void register(Recoverable resource) {
            inner.register(doubles.computeIfAbsent(resource, CrashingCoordinator::recoverable));
        }

        @Override
        public synchronized void forget(Recoverable resource) {
            inner.forget(doubles.getOrDefault(resource, resource));
            doubles.remove(resource);
        }

        @Override
        public void recover() {
            long begin = System.nanoTime();
            inner.recover();
            RECOVERING.addAndGet(System.nanoTime() - begin);
        }

        @Override
        public List<DamagedUnit> damaged() {
            return inner.damaged();
        }

        @Override
        public boolean forget(String unit) {
            return inner.forget(unit);
        }

        @Override
        public String node() {
            return inner.node();
        }

        @Override
        public void close() {
            inner.close();
        }

        private static Recoverable recoverable(Recoverable resource) {
            return Seam.of(
                    XaRecoverable.class,
                    resource,
                    (method, arguments, call) ->
                            method.equals("connect")
                                    ? line((XaRecoverable.Line) call.go())
                                    : call.go());
        }

        private static XaRecoverable.Line line(XaRecoverable.Line line) {
            XAResource resource =
                    Seam.of(
                            XAResource.class,
                            line.resource(),
                            (method, arguments, call) -> {
                                boolean commits = method.equals("commit");
                                if (commits) {
                                    Doom.at(CrashPoint.BEFORE_RECOVERED_COMMIT);
                                }
                                Object done = call.go();
                                if (commits) {
                                    Doom.at(CrashPoint.AFTER_RECOVERED_COMMIT);
                                }
                                return done;
                            });
            return Seam.of(
                    XaRecoverable.Line.class,
                    line,
                    (method, arguments, call) -> method.equals("resource") ? resource : call.go());
        }
    }

    /** Transaction of one thread, like a unit. */
    private static final class CrashingTransaction implements Coordinator.Transaction {

        private final Coordinator.Transaction inner;
        private int branches;
        private boolean prepared;
        private int committed;

        CrashingTransaction(Coordinator.Transaction inner) {
            this.inner = inner;
        }

        @Override
        public void join(Participant participant) {
            inner.join(
                    participant instanceof XaParticipant
                            ? Seam.of(
                                    XaParticipant.class,
                                    participant,
                                    (method, arguments, call) ->
                                            switch (method) {
                                                case "resource" -> branch((XAResource) call.go());
                                                case "lastResource" ->
                                                        last((Optional<?>) call.go());
                                                default -> call.go();
                                            })
                            : participant);
            branches++;
        }

        private XAResource branch(XAResource resource) {
            return Seam.of(
                    XAResource.class,
                    resource,
                    (method, arguments, call) ->
                            switch (method) {
                                case "prepare" -> prepare(call);
                                case "commit" -> commit((Boolean) arguments[1], call);
                                default -> call.go();
                            });
        }

        private Optional<LastResource> last(Optional<?> work) {
            return work.map(
                    last ->
                            Seam.of(
                                    LastResource.class,
                                    last,
                                    (method, arguments, call) ->
                                            method.equals("commit") ? decide(call) : call.go()));
        }

        private Object decide(Seam.Call call) throws Throwable {
            Doom.at(prepared ? CrashPoint.BEFORE_DECISION : CrashPoint.BEFORE_ONE_PHASE);
            Object done = call.go();
            committed++;
            Doom.at(prepared ? CrashPoint.AFTER_DECISION : CrashPoint.AFTER_ONE_PHASE);
            return done;
        }

        private Object prepare(Seam.Call call) throws Throwable {
            if (!prepared) {
                Doom.at(CrashPoint.BEFORE_PREPARE);
            }
            Object vote = call.go();
            prepared = true;
            Doom.at(CrashPoint.AFTER_PREPARE);
            return vote;
        }

        private Object commit(boolean onePhase, Seam.Call call) throws Throwable {
            if (onePhase) {
                Doom.at(CrashPoint.BEFORE_ONE_PHASE);
                Object done = call.go();
                Doom.at(CrashPoint.AFTER_ONE_PHASE);
                return done;
            }
            Doom.at(CrashPoint.BETWEEN_COMMITS);
            Object done = call.go();
            if (++committed == branches) {
                Doom.at(CrashPoint.BEFORE_FORGET);
            }
            return done;
        }

        @Override
        public void commit() {
            inner.commit();
            Doom.at(CrashPoint.AFTER_UNIT);
        }

        @Override
        public void rollback() {
            Doom.at(CrashPoint.BEFORE_UNIT_ROLLBACK);
            inner.rollback();
        }
    }
}
