package io.millrace.benchmarks.drive;

import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.api.core.client.ClientConsumer;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.apache.activemq.artemis.api.core.client.ClientProducer;
import org.apache.activemq.artemis.api.core.client.ClientSession;
import org.apache.activemq.artemis.core.client.impl.ClientConsumerInternal;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Threads that move messages from one queue to another through Artemis' core API: the minimum cost
 * of moving a message. Each message is in its own transaction, in none (then it is acknowledged
 * when the broker has its copy), or ready messages share a transaction as in a flow. A single
 * consumer has Artemis' window; several have a small one, because the first would take all
 * messages.
 */
final class BareLoop extends Contender {

    static final int POLL_MILLIS = 100;

    private final List<String> outputs;
    private final RoutingType routing;

    /** Addresses that each get a message of their own. */
    private final List<SimpleString> addresses;

    private final int unit;
    private final List<ClientSession> sessions = new ArrayList<>();
    private final Workers workers = new Workers();
    private final AtomicLongArray commits = new AtomicLongArray(3);

    /**
     * @param outputs queues; with several each gets a copy
     * @param topic address of the queues, which are created: Artemis' own fan-out; or null
     * @param unit maximum of ready messages in a transaction; 0 for no transactions
     */
    BareLoop(
            String who,
            Place place,
            String input,
            List<String> outputs,
            String topic,
            int unit,
            int threads)
            throws Exception {
        super(who, place.queue(input), outputs.getFirst());
        this.outputs = outputs;
        this.unit = unit;
        routing = topic == null ? RoutingType.ANYCAST : RoutingType.MULTICAST;
        if (topic != null) {
            place.api().createTopic(topic, outputs);
        }
        addresses =
                (topic == null ? outputs : List.of(topic)).stream().map(SimpleString::of).toList();
        for (int i = 0; i < threads; i++) {
            ClientSession session = place.api().session(unit > 0, false);
            sessions.add(session);
            ClientConsumer consumer =
                    threads == 1
                            ? session.createConsumer(input)
                            : session.createConsumer(input, null, 1, -1, false);
            ClientProducer producer =
                    addresses.size() == 1
                            ? session.createProducer(addresses.getFirst())
                            : session.createProducer();
            workers.start("bare-loop-" + i, consumer, () -> move(session, consumer, producer));
        }
    }

    private void move(ClientSession session, ClientConsumer consumer, ClientProducer producer)
            throws ActiveMQException {
        ClientMessage in = consumer.receive(POLL_MILLIS);
        int moved = 0;
        while (in != null) {
            byte[] body = body(in);
            for (SimpleString address : addresses) {
                ClientMessage copy = copy(session, in, body, routing);
                if (addresses.size() > 1) {
                    copy.putBytesProperty(Client.MSG_ID, Client.nextId());
                }
                producer.send(address, copy);
            }
            in.acknowledge();
            in = ++moved < unit ? ready(consumer) : null;
        }
        if (unit > 0 && moved > 0) {
            long begin = System.nanoTime();
            session.commit();
            commits.addAndGet(0, moved);
            commits.addAndGet(1, 1);
            commits.addAndGet(2, System.nanoTime() - begin);
        }
    }

    /** Returns a message that has come already, or null; it does not wait for the broker. */
    static ClientMessage ready(ClientConsumer consumer) throws ActiveMQException {
        return ((ClientConsumerInternal) consumer).getBufferSize() > 0
                ? consumer.receive(POLL_MILLIS)
                : null;
    }

    /** Reads the body; after that, the buffer is empty. */
    static byte[] body(ClientMessage in) {
        byte[] body = new byte[in.getBodySize()];
        in.getBodyBuffer().readBytes(body);
        return body;
    }

    static ClientMessage copy(
            ClientSession session, ClientMessage in, byte[] body, RoutingType routing) {
        ClientMessage out = session.createMessage(in.getType(), in.isDurable());
        for (var name : in.getPropertyNames()) {
            out.putObjectProperty(name, in.getObjectProperty(name));
        }
        // After the properties, as it is one of them.
        out.setRoutingType(routing);
        out.getBodyBuffer().writeBytes(body);
        return out;
    }

    @Override
    List<String> drained() {
        return outputs.subList(1, outputs.size());
    }

    @Override
    long[] commits() {
        return new long[] {commits.get(0), commits.get(1), commits.get(2)};
    }

    @Override
    public void close() {
        workers.end();
        sessions.forEach(CoreApi::close);
    }
}
