package io.millrace.store.artemis.session;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueReader;
import io.millrace.store.artemis.backout.BackoutCounts;
import io.millrace.store.artemis.backout.PoisonCandidates;
import io.millrace.store.artemis.broker.BrokerConsumer;
import io.millrace.store.artemis.broker.BrokerSession;
import io.millrace.store.artemis.broker.IndexedMessage;
import io.millrace.store.artemis.broker.ResolvedQueue;
import io.millrace.store.artemis.connection.ConnectionPool;
import io.millrace.store.home.StoreErrors;

import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.ActiveMQInterruptedException;
import org.apache.activemq.artemis.api.core.ICoreMessage;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** An Artemis consumer within a session. */
final class ArtemisReader implements QueueReader {

    private final ArtemisSession session;
    private final ResolvedQueue queue;
    private final List<Long> counted = new ArrayList<>();
    private volatile BrokerConsumer consumer;
    private final ReadAhead readAhead = new ReadAhead();
    private int window = ConnectionPool.ONE_MESSAGE;
    private int generation;
    private int received;
    private long first;
    private boolean closed;
    private final PoisonCandidates.Watch watch;

    /** Maximum number of messages of this reader that one unit has contained. */
    private int most;

    private boolean separate;

    /**
     * Message that was received but does not belong to a unit yet. Either it must be alone in a
     * unit and the current unit contains other messages, or a step of receiving it has failed. It
     * is kept because acknowledging the next message would also acknowledge this message.
     */
    private ICoreMessage next;

    /**
     * Whether the first message of the unit is a poison candidate, which may have ended a process.
     */
    private boolean poisonCandidate;

    private int priority;
    private volatile boolean woken;

    ArtemisReader(ArtemisSession session, ResolvedQueue queue) {
        this.session = session;
        this.queue = queue;
        watch = session.store().backouts.candidates().of(queue.name());
    }

    void open() {
        try {
            BrokerSession unit = session.unitLine();
            if (consumer == null || generation != session.generation()) {
                next = null;
                consumer = unit.consumer(queue, window);
                generation = session.generation();
            }
        } catch (ActiveMQException e) {
            throw session.failed(e, queue.name());
        }
    }

    @Override
    public void keepCandidatesSeparate() {
        separate = true;
    }

    @Override
    public QueueMessage receive(long timeoutMillis) {
        if (separate && poisonCandidate) {
            return null;
        }
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
        open();
        try {
            adjustWindow();
            if (next != null) {
                return take(next);
            }
            while (true) {
                long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
                boolean last = woken || left <= 0;
                ICoreMessage message = consumer.receive(last ? 0 : left);
                if (message != null) {
                    return take(message);
                }
                if (consumer.isClosed()) {
                    throw gone();
                }
                if (last || woken) {
                    woken = false;
                    return null;
                }
            }
        } catch (ActiveMQInterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        } catch (ActiveMQException e) {
            throw session.failed(e, queue.name());
        }
    }

    @Override
    public QueueMessage receive(Predicate<QueueMessage> filter) {
        open();
        try {
            for (ICoreMessage m = consumer.receive(0); m != null; m = consumer.receive(0)) {
                long id = m.getMessageID();
                int count = session.store().backouts.of(queue.name(), id);
                QueueMessage read = session.store().mapping.read(m, queue.name(), count);
                if (filter.test(read)) {
                    session.begin();
                    consumer.acknowledgeAlone(m);
                    return selected(id, read);
                }
            }
            return null;
        } catch (ActiveMQException e) {
            throw session.failed(e, queue.name());
        }
    }

    private QueueMessage selected(long id, QueueMessage read) {
        if (received++ == 0) {
            first = id;
        }
        counted.add(id);
        session.got(read.body().length());
        return read;
    }

    /** Takes a message from a queue with an index. This requires no consumer. */
    QueueMessage take(Bytes id, Predicate<Mqmd> filter, long timeoutMillis) {
        try {
            BrokerSession unit = session.unitLine();
            IndexedMessage found = unit.take(queue, id, filter, timeoutMillis);
            if (found != null) {
                return take(found);
            }
            if (unit.isClosed() || !session.store().broker.exists(queue.name())) {
                throw gone();
            }
            return null;
        } catch (ActiveMQInterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        } catch (ActiveMQException e) {
            throw session.failed(e, queue.name());
        }
    }

    private QueueMessage take(IndexedMessage found) throws ActiveMQException {
        long id = found.message().getMessageID();
        boolean acknowledged = false;
        try {
            int count = session.store().backouts.of(queue.name(), id);
            QueueMessage read = session.store().mapping.read(found.message(), queue.name(), count);
            session.begin();
            found.acknowledge();
            acknowledged = true;
            return selected(id, read);
        } finally {
            if (!acknowledged) {
                found.giveBack();
            }
        }
    }

    /**
     * Receives a message that is already available. A reader that reads ahead has buffered messages
     * or receives them soon. A request to the broker would delay the unit by a round trip.
     */
    @Override
    public QueueMessage receiveReady() {
        boolean ahead = window > ConnectionPool.ONE_MESSAGE && next == null;
        if (ahead && consumer != null && !consumer.isReady()) {
            return null;
        }
        return receive(0);
    }

    /**
     * Replaces the consumer if its window must change, because the window of a consumer is fixed.
     * Replacing the consumer returns the messages that it has read ahead to the queue.
     */
    private void adjustWindow() throws ActiveMQException {
        int requested = readAhead.window(System.nanoTime());
        if (requested != window && received == 0 && next == null) {
            window = requested;
            consumer.close();
            consumer = null;
            open();
        }
    }

    private QueueMessage take(ICoreMessage message) throws ActiveMQException {
        long id = message.getMessageID();
        BackoutCounts backouts = session.store().backouts;
        boolean suspected = watch.isCandidate(id, message.getPriority());
        // The message is returned again if it must be alone, its count cannot be kept, or it cannot
        // be read.
        next = message;
        if (suspected && separate && received > 0) {
            return null;
        }
        int count = backouts.of(queue.name(), id);
        if (received == 0 && suspected) {
            backouts.tried(queue.name(), id);
        } else if (poisonCandidate && received == 1) {
            backouts.notTried(queue.name(), first);
        }
        QueueMessage read = session.store().mapping.read(message, queue.name(), count);
        session.begin();
        consumer.acknowledge(message);
        next = null;
        if (received++ == 0) {
            first = id;
            poisonCandidate = suspected;
            priority = message.getPriority();
        }
        if (received > most) {
            mayHold(received);
        }
        if (count > 0 || suspected) {
            counted.add(id);
        }
        readAhead.handedOver(System.nanoTime(), message.getEncodeSize());
        session.got(read.body().length());
        return read;
    }

    /**
     * Reports the number of messages that units of this reader can contain, before a message is
     * delivered. The number increases by doubling.
     */
    private void mayHold(int messages) {
        int rounded = messages == 0 ? 0 : Integer.highestOneBit(2 * messages - 1);
        watch.mayHold(rounded - most);
        most = rounded;
    }

    /**
     * Returns the reason why the broker closed the consumer: its queue was deleted, or the broker
     * ended.
     */
    private MillraceException gone() {
        session.store().checkOpen();
        session.store().queue(queue.name());
        return StoreErrors.down(
                session.store().broker.label(),
                new IllegalStateException("it closed the reader of " + queue.name()));
    }

    @Override
    public void acceptNow() {
        if (received > 0) {
            session.commit();
        }
    }

    @Override
    public void giveBack() {
        if (poisonCandidate && received == 1) {
            session.store().backouts.notTried(queue.name(), first);
        }
        ended();
        session.rollback();
    }

    void committed() {
        counted.forEach(id -> session.store().backouts.forget(queue.name(), id));
        if (poisonCandidate) {
            watch.through(priority);
        }
        ended();
    }

    /**
     * Counts backouts before the messages are returned to the queue. A unit of several messages
     * increments no count.
     *
     * @param increment whether the backout count of a single message is incremented
     */
    void backedOut(boolean increment) {
        if (received == 1 && increment) {
            session.store().backouts.backedOut(queue.name(), first);
        } else if (received == 1) {
            session.store().backouts.notTried(queue.name(), first);
        }
        // The broker also returns prefetched messages to the queue.
        next = null;
        ended();
    }

    private void ended() {
        received = 0;
        poisonCandidate = false;
        counted.clear();
    }

    @Override
    public void wake() {
        woken = true;
        // A consumer that is being replaced misses this call, but the reader then checks the field.
        BrokerConsumer waiting = consumer;
        if (waiting != null) {
            waiting.wake();
        }
    }

    @Override
    public void close() {
        try {
            if (consumer != null) {
                consumer.close();
            }
        } catch (ActiveMQException e) {
            // A lost consumer no longer holds messages.
        }
        next = null;
        if (!closed) {
            mayHold(0);
        }
        closed = true;
        session.forgetClosedReaders();
    }

    /** Whether the reader is closed and the unit contains no message received by it. */
    boolean isDone() {
        return closed && received == 0;
    }
}
