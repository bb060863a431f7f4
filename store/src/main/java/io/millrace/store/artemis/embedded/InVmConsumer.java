package io.millrace.store.artemis.embedded;

import io.millrace.store.artemis.broker.BrokerConsumer;

import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.ActiveMQInterruptedException;
import org.apache.activemq.artemis.api.core.ICoreMessage;
import org.apache.activemq.artemis.core.server.MessageReference;
import org.apache.activemq.artemis.core.server.impl.ServerConsumerImpl;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * A consumer of the broker of this process. A thread of the broker adds messages to a buffer while
 * the buffer has room. The thread of the session removes them.
 */
final class InVmConsumer implements BrokerConsumer {

    /**
     * A buffered message with its size at arrival. The size is stored because other threads can
     * change shared parts of the message.
     */
    private record Arrived(MessageReference ref, int bytes) {}

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final InVmSession line;
    private final long id;
    private final int window;
    private final Queue<Arrived> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger bytes = new AtomicInteger();

    /** Whether a message was rejected because the buffer has no room. */
    private volatile boolean refused;

    private volatile boolean closed;
    private volatile boolean woken;

    /** Number of the last delivery request that the broker has answered. */
    private volatile long answered;

    private long requests;

    /** Number of times that the buffered messages were discarded. */
    private volatile int epoch;

    /**
     * Value of the epoch when the broker last checked for room. Used only by the delivering thread.
     */
    private int deliveredIn;

    /** Thread that waits for a message; null if none waits. */
    private volatile Thread reader;

    private ServerConsumerImpl consumer;

    InVmConsumer(InVmSession line, long id, int window) {
        this.line = line;
        this.id = id;
        this.window = window;
    }

    /** Sets the broker's side of the consumer. Messages can arrive before it is set. */
    void of(ServerConsumerImpl made) {
        consumer = made;
        // The broker delivers only new messages to a new consumer until it is prompted.
        made.promptDelivery();
    }

    /** Whether the broker can deliver another message. Called by a thread of the broker. */
    boolean hasRoom() {
        deliveredIn = epoch;
        if (bytes.get() < window) {
            return true;
        }
        refused = true;
        return bytes.get() < window;
    }

    /**
     * Accepts a delivered message. Called by a thread of the broker. A message that was in transit
     * during a rollback is delivered again.
     */
    void arrived(MessageReference ref) {
        if (deliveredIn != epoch) {
            return;
        }
        int size = Math.max(1, ref.getMessage().getEncodeSize());
        bytes.addAndGet(size);
        waiting.add(new Arrived(ref, size));
        unpark();
    }

    private void unpark() {
        Thread waits = reader;
        if (waits != null) {
            LockSupport.unpark(waits);
        }
    }

    @Override
    public ICoreMessage receive(long millis) throws ActiveMQException {
        MessageReference ref = next(millis);
        while (ref != null && ref.getMessage().isExpired()) {
            long expired = ref.getMessageID();
            line.call(
                    s -> {
                        s.expire(id, expired);
                        return null;
                    });
            ref = next(millis);
        }
        return ref == null ? null : ref.getMessage().toCore();
    }

    private MessageReference next(long millis) throws ActiveMQException {
        MessageReference ref = poll();
        if (ref != null || isClosed()) {
            return ref;
        }
        if (millis == 0) {
            request();
            return poll();
        }
        return await(millis);
    }

    private MessageReference poll() {
        Arrived next = waiting.poll();
        if (next == null) {
            return null;
        }
        int left = bytes.addAndGet(-next.bytes);
        if (refused && left <= window / 2) {
            refused = false;
            consumer.promptDelivery();
        }
        return next.ref;
    }

    /** Requests the delivery of available messages from the broker. */
    private void request() throws ActiveMQException {
        long number = ++requests;
        consumer.forceDelivery(
                number,
                () -> {
                    answered = number;
                    unpark();
                });
        long end = System.nanoTime() + PATIENCE_NANOS;
        reader = Thread.currentThread();
        try {
            while (answered < number && !isClosed() && System.nanoTime() - end < 0) {
                park(end);
            }
        } finally {
            reader = null;
        }
    }

    private MessageReference await(long millis) throws ActiveMQException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        reader = Thread.currentThread();
        try {
            MessageReference ref = poll();
            while (ref == null && !woken && !isClosed() && System.nanoTime() - end < 0) {
                park(end);
                ref = poll();
            }
            woken = false;
            return ref;
        } finally {
            reader = null;
        }
    }

    private void park(long end) throws ActiveMQException {
        LockSupport.parkNanos(this, end - System.nanoTime());
        if (Thread.interrupted()) {
            throw new ActiveMQInterruptedException(new InterruptedException());
        }
    }

    @Override
    public boolean isReady() {
        return !waiting.isEmpty();
    }

    @Override
    public void acknowledge(ICoreMessage message) throws ActiveMQException {
        long last = message.getMessageID();
        line.call(s -> s.acknowledge(id, last));
    }

    @Override
    public void acknowledgeAlone(ICoreMessage message) throws ActiveMQException {
        long only = message.getMessageID();
        line.call(
                s -> {
                    s.individualAcknowledge(id, only);
                    return null;
                });
    }

    @Override
    public boolean isClosed() {
        return closed || line.isClosed();
    }

    @Override
    public void wake() {
        woken = true;
        unpark();
    }

    /** Registers that the broker has closed the consumer. */
    void ended() {
        closed = true;
        unpark();
    }

    /**
     * Discards the buffered messages, which the broker returns to the queue. Only one thread at a
     * time can call it.
     */
    void clear() {
        epoch = epoch + 1;
        waiting.clear();
        bytes.set(0);
        refused = false;
    }

    @Override
    public void close() throws ActiveMQException {
        closed = true;
        line.closeConsumer(id);
        clear();
    }
}
