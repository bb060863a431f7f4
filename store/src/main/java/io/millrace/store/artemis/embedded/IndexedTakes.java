package io.millrace.store.artemis.embedded;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.store.artemis.broker.IndexedMessage;

import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.ICoreMessage;
import org.apache.activemq.artemis.core.server.MessageReference;
import org.apache.activemq.artemis.core.server.impl.QueueImpl;

import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * The gets of one session from queues with an index. Only the thread of the session can use it,
 * except {@link #end}.
 */
final class IndexedTakes {

    private final InVmSession session;

    /** Current wait for a message; null if the session does not wait. */
    private volatile IndexWait wait;

    IndexedTakes(InVmSession session) {
        this.session = session;
    }

    /** Takes a message like {@link InVmSession#take}. */
    IndexedMessage take(MessageIndex index, Bytes id, Predicate<Mqmd> filter, long millis)
            throws ActiveMQException {
        MessageReference found = session.call(_ -> index.poll(id, filter));
        if (found == null && millis > 0) {
            found = await(index, id, filter, millis);
        }
        return found == null ? null : new Taken(session, index.queue(), found);
    }

    private MessageReference await(
            MessageIndex index, Bytes id, Predicate<Mqmd> filter, long millis)
            throws ActiveMQException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        IndexWait mine = new IndexWait();
        wait = mine;
        index.register(id, mine);
        try {
            MessageReference found = null;
            boolean arrived = true;
            while (found == null && arrived && !session.isClosed()) {
                mine.prepare();
                found = session.call(_ -> index.poll(id, filter));
                arrived = found != null || mine.await(end, session::isClosed);
            }
            return found;
        } finally {
            index.deregister(id, mine);
            wait = null;
        }
    }

    /** Ends the current wait, because the session is closed. */
    void end() {
        IndexWait waiting = wait;
        if (waiting != null) {
            waiting.end();
        }
    }

    /** A message removed from the list of available messages of a queue. */
    private record Taken(InVmSession session, QueueImpl queue, MessageReference reference)
            implements IndexedMessage {

        @Override
        public ICoreMessage message() {
            return reference.getMessage().toCore();
        }

        @Override
        public void acknowledge() throws ActiveMQException {
            session.acknowledge(queue, reference);
        }

        @Override
        public void giveBack() throws ActiveMQException {
            session.call(
                    _ -> {
                        queue.cancel(reference, System.currentTimeMillis());
                        return null;
                    });
        }
    }
}
