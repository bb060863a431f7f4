package io.millrace.benchmarks.drive;

import io.millrace.benchmarks.scenario.Request;

import org.HdrHistogram.Histogram;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.Message;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.api.core.client.ClientConsumer;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.apache.activemq.artemis.api.core.client.ClientProducer;
import org.apache.activemq.artemis.api.core.client.ClientSession;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** A driving client: puts a request, then gets any reply. For one thread. */
public final class Client implements AutoCloseable {

    private static final int PATIENCE_MILLIS = 30_000;
    private static final int ID_BYTES = 24;

    /** Fields that a program sets in the MQMD, with their names in the store. */
    static final SimpleString MSG_ID = SimpleString.of("mq_id");

    private static final SimpleString FORMAT = SimpleString.of("mq_format");

    private static final AtomicLong IDS = new AtomicLong();

    private final ClientSession session;
    private final ClientProducer producer;
    private final ClientConsumer consumer;
    private final byte[] body;
    private final SimpleString format;
    private final boolean persistent;
    private final boolean mqmd;

    /** Connects to queues of a broker that must be running. */
    public Client(CoreApi api, Contender contender, Request request, boolean persistent)
            throws Exception {
        session = api.session(false);
        producer = session.createProducer(contender.input());
        // Without a window: a reply that one client holds ahead of time would be missed by another.
        consumer = session.createConsumer(contender.output(), null, 0, -1, false);
        mqmd = contender.readsMqmd();
        body = request.bytes();
        format = request.format().isEmpty() ? null : SimpleString.of(request.format());
        this.persistent = persistent;
    }

    /**
     * Puts a request and waits for any reply.
     *
     * @throws IllegalStateException if none arrives within half a minute
     */
    public ClientMessage roundTrip() throws ActiveMQException {
        ClientMessage request = session.createMessage(Message.BYTES_TYPE, persistent);
        request.setRoutingType(RoutingType.ANYCAST);
        if (mqmd) {
            request.putBytesProperty(MSG_ID, nextId());
            if (format != null) {
                request.putStringProperty(FORMAT, format);
            }
        }
        request.getBodyBuffer().writeBytes(body);
        producer.send(request);
        ClientMessage reply = consumer.receive(PATIENCE_MILLIS);
        if (reply == null) {
            throw new IllegalStateException(
                    "no reply came within " + PATIENCE_MILLIS / 1000 + " seconds");
        }
        reply.acknowledge();
        return reply;
    }

    /** Returns a message id that is unique in this process. */
    static byte[] nextId() {
        byte[] id = new byte[ID_BYTES];
        ByteBuffer.wrap(id).putLong(ID_BYTES - Long.BYTES, IDS.incrementAndGet());
        return id;
    }

    /** Sends a request and returns the reply without its MQMD. */
    public byte[] reply() throws ActiveMQException {
        ClientMessage reply = roundTrip();
        byte[] bytes = new byte[reply.getBodySize()];
        reply.getBodyBuffer().readBytes(bytes);
        return bytes;
    }

    /** Makes consecutive round trips for a period of time. */
    Phase closed(long nanos) throws ActiveMQException {
        Histogram times = Phase.histogram();
        long begin = System.nanoTime();
        long now = begin;
        do {
            roundTrip();
            long done = System.nanoTime();
            Phase.record(times, done - now);
            now = done;
        } while (now - begin < nanos);
        return new Phase(times.getTotalCount() * 1e9 / (now - begin), times);
    }

    /**
     * Makes round trips at intended times, from {@code first} on. A round trip that begins late
     * because the one before was slow is timed from its intended begin.
     *
     * @param first a value of {@link System#nanoTime}
     * @param period between intended times
     * @param nanos duration of the intended times after {@code first}
     */
    Phase rated(long first, long period, long nanos) throws ActiveMQException {
        Histogram times = Phase.histogram();
        long now = System.nanoTime();
        // Who cannot keep up ends after twice the time.
        for (long at = 0; at < nanos && now - first < 2 * nanos; at += period) {
            long intended = first + at;
            while (now < intended) {
                LockSupport.parkNanos(intended - now);
                now = System.nanoTime();
            }
            roundTrip();
            now = System.nanoTime();
            Phase.record(times, now - intended);
        }
        double seconds = Math.max(now - first, times.getTotalCount() * period) / 1e9;
        return new Phase(times.getTotalCount() / seconds, times);
    }

    @Override
    public void close() {
        CoreApi.close(session);
    }
}
