package io.millrace.benchmarks.torture;

import static io.millrace.benchmarks.torture.CrashPoint.*;

import io.millrace.engine.work.Coordinator;
import io.millrace.engine.work.Coordinator.Transaction;
import io.millrace.engine.work.CoordinatorProvider;
import io.millrace.store.xa.LastResource;
import io.millrace.store.xa.NarayanaProvider;
import io.millrace.store.xa.XaParticipant;
import io.millrace.store.xa.XaRecoverable;
import io.millrace.store.xa.XaRecoverable.Line;

import java.nio.file.Path;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

import javax.transaction.xa.XAResource;

/** The coordination with Narayana, with a crash point at every step of the end of a unit. */
public final class CrashingCoordination implements CoordinatorProvider {

    /** Nanoseconds that flows waited for recovery passes. */
    static final AtomicLong RECOVERING = new AtomicLong();

    private final CoordinatorProvider inner = new NarayanaProvider();
    private final Map<Object, Object> proxies =
            Collections.synchronizedMap(new IdentityHashMap<>());

    @Override
    public boolean wasUsed(Path folder) {
        return inner.wasUsed(folder);
    }

    @Override
    public Coordinator open(Path folder) {
        return Seam.of(Coordinator.class, inner.open(folder), this::coordinator);
    }

    private Object coordinator(String method, Object[] arguments, Seam.Call call) throws Throwable {
        switch (method) {
            case "begin" -> {
                return Seam.of(Transaction.class, call.go(), new Unit()::transaction);
            }
            case "register" ->
                    arguments[0] =
                            proxies.computeIfAbsent(
                                    arguments[0], CrashingCoordination::recoverable);
            case "forget" ->
                    arguments[0] =
                            Objects.requireNonNullElse(proxies.remove(arguments[0]), arguments[0]);
            case "recover" -> {
                long begin = System.nanoTime();
                call.go();
                RECOVERING.addAndGet(System.nanoTime() - begin);
                return null;
            }
            default -> {}
        }
        return call.go();
    }

    private static Object recoverable(Object resource) {
        return Seam.of(
                XaRecoverable.class,
                resource,
                (method, arguments, call) ->
                        method.equals("connect")
                                ? Seam.of(Line.class, call.go(), CrashingCoordination::line)
                                : call.go());
    }

    private static Object line(String method, Object[] arguments, Seam.Call call) throws Throwable {
        return method.equals("resource")
                ? Seam.of(
                        XAResource.class,
                        call.go(),
                        (end, its, ends) ->
                                end.equals("commit")
                                        ? Seam.between(
                                                BEFORE_RECOVERED_COMMIT,
                                                ends,
                                                AFTER_RECOVERED_COMMIT)
                                        : ends.go())
                : call.go();
    }

    /** The progress of a unit. Only the thread of the unit uses it. */
    private static final class Unit {

        private int branches;
        private boolean prepared;
        private int committed;

        Object transaction(String method, Object[] arguments, Seam.Call call) throws Throwable {
            return switch (method) {
                case "join" -> {
                    if (arguments[0] instanceof XaParticipant) {
                        arguments[0] =
                                Seam.of(XaParticipant.class, arguments[0], this::participant);
                    }
                    branches++;
                    yield call.go();
                }
                case "commit" -> Seam.between(null, call, AFTER_UNIT);
                case "rollback" -> Seam.between(BEFORE_UNIT_ROLLBACK, call, null);
                default -> call.go();
            };
        }

        private Object participant(String method, Object[] arguments, Seam.Call call)
                throws Throwable {
            Object result = call.go();
            return switch (method) {
                case "resource" -> Seam.of(XAResource.class, result, this::branch);
                case "lastResource" ->
                        ((Optional<?>) result)
                                .map(last -> Seam.of(LastResource.class, last, this::decision));
                default -> result;
            };
        }

        private Object branch(String method, Object[] arguments, Seam.Call call) throws Throwable {
            switch (method) {
                case "prepare" -> {
                    Object vote = Seam.between(prepared ? null : BEFORE_PREPARE, call, null);
                    prepared = true;
                    AFTER_PREPARE.reached();
                    return vote;
                }
                case "commit" -> {
                    return (Boolean) arguments[1]
                            ? Seam.between(BEFORE_ONE_PHASE, call, AFTER_ONE_PHASE)
                            : Seam.between(
                                    BETWEEN_COMMITS,
                                    call,
                                    ++committed == branches ? BEFORE_FORGET : null);
                }
                default -> {
                    return call.go();
                }
            }
        }

        private Object decision(String method, Object[] arguments, Seam.Call call)
                throws Throwable {
            if (!method.equals("commit")) {
                return call.go();
            }
            committed++;
            return prepared
                    ? Seam.between(BEFORE_DECISION, call, AFTER_DECISION)
                    : Seam.between(BEFORE_ONE_PHASE, call, AFTER_ONE_PHASE);
        }
    }
}
