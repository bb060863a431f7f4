package io.millrace.flows;

import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.queue.QueueStore;

import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.Function;

/**
 * A pool of sessions that successive calls reuse, because it can cost more to open a session than
 * to perform the call.
 */
final class SessionPool implements AutoCloseable {

    private final QueueStore store;
    private final ConcurrentLinkedDeque<QueueSession> idle = new ConcurrentLinkedDeque<>();

    public SessionPool(QueueStore store) {
        this.store = store;
    }

    /**
     * Runs work in a session and commits it. If the work fails, the session is rolled back and not
     * reused.
     */
    public <T> T use(Function<QueueSession, T> work) {
        QueueSession free = idle.poll();
        QueueSession session = free == null ? store.session() : free;
        boolean done = false;
        try {
            T result = work.apply(session);
            session.commit();
            done = true;
            return result;
        } finally {
            if (done) {
                idle.push(session);
            } else {
                session.close();
            }
        }
    }

    @Override
    public void close() {
        for (QueueSession session = idle.poll(); session != null; session = idle.poll()) {
            session.close();
        }
    }
}
