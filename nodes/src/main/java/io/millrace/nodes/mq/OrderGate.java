package io.millrace.nodes.mq;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.QueueMessage;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Keeps messages of one queue in order although several instances read it: those of a user among
 * each other, or all. Shared by the instances of an input node.
 *
 * <p>Only one instance receives at a time, so that the order in which messages are given out is the
 * queue's. An instance that received a message waits until earlier ones of the same key are
 * through. A message that was rolled back comes again before the ones that wait: it is at the front
 * of its queue, and the gate remembers it.
 */
final class OrderGate {

    private static final String EVERYBODY = "";

    /** A message that was given out. */
    static final class Ticket {
        private final String key;
        private final Bytes msgId;
        private boolean ended;

        private Ticket(String key, Bytes msgId) {
            this.key = key;
            this.msgId = msgId;
        }
    }

    private static final class Line {
        private final ArrayDeque<Ticket> waiting = new ArrayDeque<>();

        /** A message of this line that was rolled back and comes again. */
        private Bytes returned;
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<String, Line> lines = new HashMap<>();
    private final boolean all;
    private Object receiver;

    /**
     * @param all whether all messages wait for each other, rather than those of one user
     */
    OrderGate(boolean all) {
        this.all = all;
    }

    /**
     * Lets an instance receive, alone; with order for all, only when no message is under way.
     *
     * @return false when the time was over, or the instance was told to stop waiting
     */
    boolean enter(OrderedInstance instance, long timeoutMillis) {
        long nanos = TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
        lock.lock();
        try {
            while (receiver != null || all && isUnderWay()) {
                if (nanos <= 0 || instance.isWoken()) {
                    return false;
                }
                nanos = changed.awaitNanos(nanos);
            }
            receiver = instance;
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            lock.unlock();
        }
    }

    private boolean isUnderWay() {
        Line line = lines.get(EVERYBODY);
        return line != null && !line.waiting.isEmpty();
    }

    /** Ends receiving. A message that came gets a ticket; null where none came. */
    Ticket received(QueueMessage message) {
        lock.lock();
        try {
            receiver = null;
            changed.signalAll();
            if (message == null) {
                return null;
            }
            Mqmd descriptor = message.descriptor();
            Ticket ticket =
                    new Ticket(all ? EVERYBODY : descriptor.userIdentifier(), descriptor.msgId());
            Line line = lines.computeIfAbsent(ticket.key, k -> new Line());
            if (ticket.msgId.equals(line.returned)) {
                line.returned = null;
                line.waiting.addFirst(ticket);
            } else {
                // What was to come again would have come first: it expired, or somebody took it
                // away.
                line.returned = null;
                line.waiting.addLast(ticket);
            }
            return ticket;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until it is the ticket's turn.
     *
     * @return false when the instance was told to stop and a message before this one has yet to
     *     come again: it would not while all stop
     */
    boolean await(Ticket ticket, OrderedInstance instance) {
        lock.lock();
        try {
            Line line = lines.get(ticket.key);
            while (line.waiting.peekFirst() != ticket || line.returned != null) {
                if (line.returned != null && instance.isWoken()) {
                    return false;
                }
                changed.await();
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            lock.unlock();
        }
    }

    /** The ticket's message is settled. */
    void ended(Ticket ticket, boolean comesAgain) {
        lock.lock();
        try {
            if (ticket.ended) {
                return;
            }
            ticket.ended = true;
            Line line = lines.get(ticket.key);
            boolean first = line.waiting.peekFirst() == ticket;
            line.waiting.remove(ticket);
            if (comesAgain && first && !line.waiting.isEmpty()) {
                returns(line, ticket.msgId);
            }
            if (line.waiting.isEmpty()) {
                lines.remove(ticket.key);
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * A message of the line was rolled back; another instance may have received it again already.
     */
    private static void returns(Line line, Bytes msgId) {
        for (Ticket again : line.waiting) {
            if (again.msgId.equals(msgId)) {
                line.waiting.remove(again);
                line.waiting.addFirst(again);
                return;
            }
        }
        line.returned = msgId;
    }

    /** Nothing is on the queue: what was to come again has gone another way. */
    void nothingReturns() {
        lock.lock();
        try {
            lines.values().forEach(line -> line.returned = null);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    void wake() {
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** What the gate asks of an instance that waits. */
    interface OrderedInstance {
        /** Whether the wait is to end. */
        boolean isWoken();
    }
}
