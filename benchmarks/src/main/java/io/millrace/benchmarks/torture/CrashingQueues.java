package io.millrace.benchmarks.torture;

import static io.millrace.benchmarks.torture.CrashPoint.*;

import io.millrace.engine.queue.QueueReader;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.queue.QueueStore;
import io.millrace.engine.queue.QueueStoreProvider;
import io.millrace.engine.queue.QueueStoreSettings;
import io.millrace.engine.queue.QueueStores;
import io.millrace.store.artemis.ArtemisProvider;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Artemis queues with crash points. Sessions of coordinated units are unchanged, because {@link
 * CrashingCoordination} has their crash points.
 */
public final class CrashingQueues implements QueueStoreProvider {

    private final QueueStoreProvider inner = new ArtemisProvider();

    @Override
    public String name() {
        return QueueStores.ARTEMIS;
    }

    @Override
    public QueueStore open(QueueStoreSettings settings) {
        return Seam.of(
                QueueStore.class,
                inner.open(settings),
                (method, arguments, call) ->
                        method.equals("session") && arguments == null
                                ? session(call.go())
                                : call.go());
    }

    private static QueueSession session(Object session) {
        AtomicInteger held = new AtomicInteger();
        return Seam.of(
                QueueSession.class,
                session,
                (method, arguments, call) ->
                        switch (method) {
                            case "reader" -> reader(call.go(), held);
                            case "put", "putToEach" ->
                                    Seam.between(
                                            null,
                                            () -> Seam.between(null, call, AFTER_PUT),
                                            EXHAUSTED);
                            case "commit" -> end(held, BEFORE_COMMIT, call, AFTER_COMMIT);
                            case "rollback" -> end(held, BEFORE_ROLLBACK, call, AFTER_ROLLBACK);
                            default -> call.go();
                        });
    }

    private static Object end(
            AtomicInteger held, CrashPoint before, Seam.Call call, CrashPoint after)
            throws Throwable {
        return held.getAndSet(0) > 0 ? Seam.between(before, call, after) : call.go();
    }

    private static QueueReader reader(Object reader, AtomicInteger held) {
        return Seam.of(
                QueueReader.class,
                reader,
                (method, arguments, call) -> {
                    Object message = call.go();
                    if (method.startsWith("receive")
                            && message != null
                            && held.incrementAndGet() > 1) {
                        IN_BATCH.reached();
                    }
                    return message;
                });
    }
}
