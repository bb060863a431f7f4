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
 * of moving a message. Each message is in its own transaction, in none (then it is acknowledged
 * when the broker has its copy), or ready messages share a transaction as in a flow. A single
 * consumer has Artemis' window; several have a small one, because the first would take all
 * messages.
 */
final class BareLoop extends Contender {

    static final int POLL_MILLIS = 100;

    private final List<String> outputs;
    private final RoutingType routing;
    private final List<SimpleString> addresses;
    private final List<ClientSession> sessions = new ArrayList<>();
    private final Workers workers = new Workers();

    /**
     * @param outputs queues; with several each gets a copy
     * @param topic address of the queues, which are created: Artemis' own fan-out; or null
     * @param unit maximum of ready messages in a transaction; 0 for no transactions
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
                            // Does not wait for the broker.
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

    /** Moves a message; returns false if there is none. */
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
            // After the properties, as it is one of them.
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

    /** Reads the body; after that, the buffer is empty. */
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
