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

/**
 * Threads that move messages from one queue to another through Artemis' core API: the minimum cost
 * of moving a message. Each message has its own transaction, or no transaction (it is then
 * acknowledged when the broker has its copy), or available messages share a transaction as in a
 * flow. A single consumer uses the default window of Artemis. Several consumers use a small window,
 * because otherwise the first one would receive all messages.
 */
final class BareLoop extends Contender {

    static final int POLL_MILLIS = 100;

    private final List<String> outputs;
    private final RoutingType routing;
    private final List<SimpleString> addresses;
    private final List<ClientSession> sessions = new ArrayList<>();
    private final Workers workers = new Workers();

    /**
     * @param outputs output queues; each receives a copy of each message
     * @param topic address to which the queues are created, so that Artemis copies the messages; or
     *     null
     * @param unit maximum number of messages in a transaction; 0 for no transactions
     */
    BareLoop(String who, Place place, List<String> outputs, String topic, int unit, int threads)
            throws Exception {
        super(who, place.queue(who + ".IN"), outputs.getFirst());
        this.outputs = outputs;
        if (topic != null) {
            place.api().createTopic(topic, outputs);
        }
        routing = topic == null ? RoutingType.ANYCAST : RoutingType.MULTICAST;
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
            workers.start(
                    "bare-loop-" + i,
                    consumer,
                    () -> {
                        for (int moved = 1; move(session, consumer, producer); moved++) {
                            // Reading the size of the local buffer does not wait for the broker.
                            boolean ready = ((ClientConsumerInternal) consumer).getBufferSize() > 0;
                            if (moved >= unit || !ready) {
                                break;
                            }
                        }
                        if (unit > 0) {
                            session.commit();
                        }
                    });
        }
    }

    /** Moves a message. Returns false if no message is available. */
    private boolean move(ClientSession session, ClientConsumer consumer, ClientProducer producer)
            throws ActiveMQException {
        ClientMessage in = consumer.receive(POLL_MILLIS);
        if (in == null) {
            return false;
        }
        byte[] body = body(in);
        for (SimpleString address : addresses) {
            ClientMessage out = session.createMessage(in.getType(), in.isDurable());
            for (var name : in.getPropertyNames()) {
                out.putObjectProperty(name, in.getObjectProperty(name));
            }
            // The routing type is stored as a property, so it is set after the properties are
            // copied.
            out.setRoutingType(routing);
            out.getBodyBuffer().writeBytes(body);
            if (addresses.size() > 1) {
                out.putBytesProperty(Client.MSG_ID, Client.nextId());
            }
            producer.send(address, out);
        }
        in.acknowledge();
        return true;
    }

    /** Reads the body, which empties the buffer. */
    static byte[] body(ClientMessage in) {
        byte[] body = new byte[in.getBodySize()];
        in.getBodyBuffer().readBytes(body);
        return body;
    }

    @Override
    List<String> drained() {
        return outputs.subList(1, outputs.size());
    }

    @Override
    public void close() {
        workers.end();
        sessions.forEach(CoreApi::close);
    }
}
