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
 * A gate that keeps the messages of a queue in order when several instances read it: the messages
 * of each user, or all messages. The instances of an input node share the gate.
 *
 * <p>Only one instance receives at a time, so messages are delivered in queue order. An instance
 * that has received a message waits until the processing of earlier messages with the same key has
 * ended. A message that was rolled back is delivered before waiting messages, because it is at the
 * front of its queue and the gate keeps it.
 */
final class OrderGate {

    private static final String EVERYBODY = "";

    /** A message that was delivered to an instance. */
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

        /** Message of this key that was rolled back and will be delivered again. */
        private Bytes returned;
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<String, Line> lines = new HashMap<>();
    private final boolean all;
    private Object receiver;

    /**
     * @param all whether all messages are kept in order; otherwise only the messages of each user
     */
    OrderGate(boolean all) {
        this.all = all;
    }

    /**
     * Admits one instance to receive. If all messages are ordered, it waits until no message is in
     * progress.
     *
     * @return false after the timeout, or if the instance must stop waiting
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

    /** Ends the receive. Returns a ticket for the message; null if no message was received. */
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
                // The expected message would have been delivered first: it expired or was removed.
                line.returned = null;
                line.waiting.addLast(ticket);
            }
            return ticket;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until all earlier messages with the same key have ended.
     *
     * @return false if the instance must stop and an earlier message has not been delivered again;
     *     it is not delivered while all instances stop
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

    /** Ends the message of a ticket. */
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

    /** Records that a message was rolled back. Another instance can already have received it. */
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

    /**
     * Removes the records of messages that were rolled back: the queue is empty, so the messages
     * were removed in another way.
     */
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

    /** An instance that waits at the gate. */
    interface OrderedInstance {
        /** Whether the instance must stop waiting. */
        boolean isWoken();
    }
}
