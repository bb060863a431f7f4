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
 * A consumer of the broker of this process. A thread of the broker delivers messages while there is
 * room for them; the thread of the session takes them.
 */
final class InVmConsumer implements BrokerConsumer {

    /**
     * A waiting message, with its size at arrival, because other threads can write to shared parts.
     */
    private record Arrived(MessageReference ref, int bytes) {}

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final InVmSession line;
    private final long id;
    private final int window;
    private final Queue<Arrived> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger bytes = new AtomicInteger();

    /** Whether the broker got the answer that there is no room. */
    private volatile boolean refused;

    private volatile boolean closed;
    private volatile boolean woken;

    /** Number of times that the broker has reported that it delivered all available messages. */
    private volatile long answered;

    private long asked;

    /** Number of times that the waiting messages were discarded. */
    private volatile int epoch;

    /** Value of the epoch when the broker last checked for room; for its delivering thread only. */
    private int deliveredIn;

    /** Thread that waits for a message; null for none. */
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
        // A new consumer is brought what comes, but not what is there.
        made.promptDelivery();
    }

    /** Whether the broker can deliver another message; called by its thread. */
    boolean hasRoom() {
        deliveredIn = epoch;
        if (bytes.get() < window) {
            return true;
        }
        refused = true;
        return bytes.get() < window;
    }

    /**
     * Accepts a delivered message; called by the thread of the broker. A message in transit while
     * all were given back is delivered again. An interrupted broker does not wait for it.
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
            ask();
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

    /** Requests that the broker deliver its available messages. */
    private void ask() throws ActiveMQException {
        long question = ++asked;
        consumer.forceDelivery(
                question,
                () -> {
                    answered = question;
                    unpark();
                });
        long end = System.nanoTime() + PATIENCE_NANOS;
        reader = Thread.currentThread();
        try {
            while (answered < question && !isClosed() && System.nanoTime() - end < 0) {
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

    /** Discards the waiting messages, which the broker takes back. For one thread at a time. */
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
