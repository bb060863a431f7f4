package io.millrace.nodes.callable;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.node.CalledFlow;
import io.millrace.engine.node.FlowCalls;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueReader;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.queue.QueueStore;
import io.millrace.engine.resource.RetryDelay;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * A thread that receives the requests of a queue, calls the flow of a CallableFlowInput node and
 * puts the replies. A request leaves its queue together with the put of its reply. A request that
 * no instance has processed stays on its queue.
 */
final class RequestReader implements AutoCloseable {

    private static final Logger LOG = EventLog.of(RequestReader.class);

    private static final long RECEIVE_MILLIS = 1_000;
    private static final long TENTH_MILLIS = 100;
    private static final RetryDelay PAUSE = new RetryDelay(10, 1_000);

    private final CalledFlow flow;
    private final QueueStore store;
    private final String queue;
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile @Nullable QueueReader reader;

    private RequestReader(CalledFlow flow, QueueStore store, String queue) {
        this.flow = flow;
        this.store = store;
        this.queue = queue;
    }

    static RequestReader start(CalledFlow flow, QueueStore store, String queue) {
        RequestReader started = new RequestReader(flow, store, queue);
        Thread.ofVirtual().name(flow.label() + " " + queue).start(started::run);
        return started;
    }

    private boolean isClosed() {
        return closed.getCount() == 0;
    }

    private void run() {
        int failures = 0;
        while (!isClosed()) {
            try (QueueSession session = store.session();
                    QueueReader open = session.reader(queue)) {
                reader = open;
                while (!isClosed()) {
                    boolean processed = processNext(session, open);
                    failures = processed ? 0 : failures + 1;
                    if (!processed) {
                        pause(failures);
                    }
                }
            } catch (RuntimeException | Error e) {
                failures++;
                report(MillraceException.from(e), failures);
                pause(failures);
            }
        }
    }

    private void report(MillraceException failure, int failures) {
        if (failures == 1 && !isClosed()) {
            LOG.error(
                    "{} {}: requests of queue {} cannot be received: {}",
                    failure.code().id(),
                    flow.label(),
                    queue,
                    failure.getMessage());
        }
    }

    private void pause(int failures) {
        try {
            long nanos = PAUSE.nanos(failures, ThreadLocalRandom.current());
            if (closed.await(nanos, TimeUnit.NANOSECONDS)) {
                LOG.debug("{}: reading of queue {} ends", flow.label(), queue);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns false if a request could not be processed now and stays on the queue. */
    private boolean processNext(QueueSession session, QueueReader open) {
        QueueMessage message = open.receive(RECEIVE_MILLIS);
        if (message == null) {
            return true;
        }
        int expiry = message.descriptor().expiry();
        QueuedRequest request = new QueuedRequest(message);
        MillraceException failure = null;
        try {
            flow.calls().call(request, expiry < 0 ? FlowCalls.NO_TIMEOUT : expiry * TENTH_MILLIS);
        } catch (MillraceException e) {
            failure = e;
        }
        QueueMessage reply = isRefused(failure) ? null : request.reply(failure);
        if (reply == null) {
            open.giveBack();
            return false;
        }
        answer(session, message, reply);
        session.commit();
        return true;
    }

    private static boolean isRefused(@Nullable MillraceException failure) {
        return failure != null
                && (failure.code() == ErrorCode.FLOW_STOPPED
                        || failure.code() == ErrorCode.FLOW_BUSY);
    }

    /** Puts a reply. A reply that its queue rejects is put on the dead-letter queue. */
    private void answer(QueueSession session, QueueMessage request, QueueMessage reply) {
        String to = request.descriptor().replyToQ();
        try {
            session.put(to, reply, true);
        } catch (MillraceException rejected) {
            LOG.error(
                    "{} {}: the reply for queue {} was moved to {}: {}",
                    rejected.code().id(),
                    flow.label(),
                    to.isEmpty() ? "(no ReplyToQ)" : to,
                    QueueStore.DEAD_LETTER_QUEUE,
                    rejected.getMessage());
            session.put(QueueStore.DEAD_LETTER_QUEUE, reply, true);
        }
    }

    /** Ends the thread after the current request. */
    @Override
    public void close() {
        closed.countDown();
        QueueReader open = reader;
        if (open != null) {
            open.wake();
        }
    }
}
