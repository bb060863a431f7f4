package io.millrace.benchmarks.drive;

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

/** A client that puts a request, then gets any reply. For one thread. */
final class Client implements AutoCloseable {

    /** Properties in which the store keeps an MQMD. */
    static final SimpleString MSG_ID = SimpleString.of("mq_id");

    private static final SimpleString FORMAT = SimpleString.of("mq_format");
    private static final AtomicLong IDS = new AtomicLong();

    private final ClientSession session;
    private final ClientProducer producer;
    private final ClientConsumer consumer;
    private final Contender contender;
    private final Request request;
    private final boolean persistent;

    Client(CoreApi api, Contender contender, Request request, boolean persistent) throws Exception {
        session = api.session(false, false);
        producer = session.createProducer(contender.input);
        // No window: another client could not get a reply that this client has prefetched.
        consumer = session.createConsumer(contender.output, null, 0, -1, false);
        this.contender = contender;
        this.request = request;
        this.persistent = persistent;
    }

    /**
     * Puts a request and waits for any reply.
     *
     * @throws IllegalStateException if no reply arrives within 30 seconds
     */
    ClientMessage roundTrip() throws ActiveMQException {
        ClientMessage out = session.createMessage(Message.BYTES_TYPE, persistent);
        out.setRoutingType(RoutingType.ANYCAST);
        if (contender.readsMqmd()) {
            out.putBytesProperty(MSG_ID, nextId());
            if (!request.format().isEmpty()) {
                out.putStringProperty(FORMAT, SimpleString.of(request.format()));
            }
        }
        out.getBodyBuffer().writeBytes(request.bytes());
        producer.send(out);
        ClientMessage reply = consumer.receive(30_000);
        if (reply == null) {
            throw new IllegalStateException("no reply arrived within 30 seconds");
        }
        reply.acknowledge();
        return reply;
    }

    /** Returns the id of a message, unique in this process. */
    static byte[] nextId() {
        return ByteBuffer.allocate(24).putLong(16, IDS.incrementAndGet()).array();
    }

    /**
     * Makes round trips at intended times, or one after the other if the period is 0. The response
     * time of a late request counts from the intended start time.
     *
     * @param first first intended time, a value of {@link System#nanoTime}
     * @param period time between intended times; 0 to send each request after the previous reply
     * @param nanos length of the run from {@code first}
     * @param times histogram to which response times are added
     * @return round trips per second
     */
    double run(long first, long period, long nanos, Histogram times) throws ActiveMQException {
        long now = System.nanoTime();
        long begin = period == 0 ? now : first;
        // A client that cannot keep up stops after twice the time.
        for (long at = 0;
                at < nanos && now - begin < 2 * nanos;
                at = period == 0 ? now - begin : at + period) {
            long intended = begin + at;
            while (now < intended) {
                LockSupport.parkNanos(intended - now);
                now = System.nanoTime();
            }
            roundTrip();
            now = System.nanoTime();
            times.recordValue(Math.clamp(now - intended, 0, times.getHighestTrackableValue()));
        }
        long count = times.getTotalCount();
        return count * 1e9 / Math.max(now - begin, count * period);
    }

    @Override
    public void close() {
        CoreApi.close(session);
    }
}
