package io.millrace.benchmarks.torture;

import io.millrace.engine.queue.QueueReader;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.queue.QueueStore;
import io.millrace.engine.queue.QueueStoreProvider;
import io.millrace.engine.queue.QueueStoreSettings;
import io.millrace.engine.queue.QueueStores;
import io.millrace.store.artemis.ArtemisProvider;

/**
 * Queues over Artemis that the process may die in. Sessions of coordinated units are as they are:
 * these die in {@link CrashingCoordination}.
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
                                ? session((QueueSession) call.go())
                                : call.go());
    }

    private static QueueSession session(QueueSession session) {
        int[] held = new int[1];
        return Seam.of(
                QueueSession.class,
                session,
                (method, arguments, call) ->
                        switch (method) {
                            case "reader" -> reader((QueueReader) call.go(), held);
                            case "put", "putToEach" -> {
                                Object done = call.go();
                                Doom.at(CrashPoint.AFTER_PUT);
                                Doom.at(CrashPoint.EXHAUSTED);
                                yield done;
                            }
                            case "commit" -> {
                                boolean any = held[0] > 0;
                                held[0] = 0;
                                yield around(
                                        any,
                                        CrashPoint.BEFORE_COMMIT,
                                        call,
                                        CrashPoint.AFTER_COMMIT);
                            }
                            case "rollback" -> {
                                boolean any = held[0] > 0;
                                held[0] = 0;
                                yield around(
                                        any,
                                        CrashPoint.BEFORE_ROLLBACK,
                                        call,
                                        CrashPoint.AFTER_ROLLBACK);
                            }
                            default -> call.go();
                        });
    }

    private static Object around(boolean any, CrashPoint before, Seam.Call call, CrashPoint after)
            throws Throwable {
        if (any) {
            Doom.at(before);
        }
        Object done = call.go();
        if (any) {
            Doom.at(after);
        }
        return done;
    }

    private static QueueReader reader(QueueReader reader, int[] held) {
        return Seam.of(
                QueueReader.class,
                reader,
                (method, arguments, call) -> {
                    Object message = call.go();
                    if (method.startsWith("receive") && message != null && ++held[0] > 1) {
                        Doom.at(CrashPoint.IN_BATCH);
                    }
                    return message;
                });
    }
}
