package io.millrace.benchmarks.drive;

import io.millrace.benchmarks.result.ResultRow;

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
import java.util.concurrent.atomic.AtomicReference;

/**
 * Threads that move messages from one queue to another through Artemis' core API: the minimum cost
 * of moving a message. Each message is in its own transaction, in none (then it is acknowledged
 * when the broker has its copy), or ready messages share a transaction as in a flow. A single
 * consumer has Artemis' window; several have a small one, because the first would take all
 * messages.
 */
public final class BareLoop extends Mover {

    private static final int SMALL_WINDOW = 1;
    private static final int POLL_MILLIS = 100;

    private final List<String> drained;
    private final RoutingType routing;

    /** The queues that each get a message of their own; empty if one is sent for all. */
    private final List<SimpleString> each;

    /** The most messages of a transaction; 0 for no transactions. */
    private final int unit;

    private final List<ClientSession> sessions = new ArrayList<>();
    private final Workers workers = new Workers();
    private final AtomicReference<Commits> commits = new AtomicReference<>(Commits.NONE);

    private BareLoop(
            String input,
            String output,
            List<String> drained,
            RoutingType routing,
            List<String> each,
            int unit) {
        super(
                each.isEmpty() ? unit > 1 ? "shared-units" : ResultRow.BARE : "copies-by-hand",
                input,
                output);
        this.drained = drained;
        this.routing = routing;
        this.each = each.stream().map(SimpleString::of).toList();
        this.unit = unit;
    }

    private static BareLoop toQueue(String from, String to, int unit) {
        return new BareLoop(from, to, List.of(), RoutingType.ANYCAST, List.of(), unit);
    }

    /** Returns a loop from one queue to another; both must exist. */
    public static BareLoop queueToQueue(
            CoreApi api, String from, String to, int threads, boolean transacted) throws Exception {
        BareLoop loop = toQueue(from, to, transacted ? 1 : 0);
        loop.start(api, to, threads);
        return loop;
    }

    /**
     * Returns a loop from one queue to another, in one thread. Up to {@code unit} messages that are
     * ready share a transaction. It never waits for more.
     */
    static BareLoop sharedUnits(CoreApi api, String from, String to, int unit) throws Exception {
        BareLoop loop = toQueue(from, to, unit);
        loop.start(api, to, 1);
        return loop;
    }

    /**
     * Returns a loop from a queue to all queues of an address: Artemis' own fan-out.
     *
     * @param queues of the address; they are made where they do not exist
     */
    static BareLoop queueToTopic(
            CoreApi api, String from, String address, List<String> queues, boolean transacted)
            throws Exception {
        api.createTopic(address, queues);
        BareLoop loop =
                new BareLoop(
                        from,
                        queues.getFirst(),
                        queues.subList(1, queues.size()),
                        RoutingType.MULTICAST,
                        List.of(),
                        transacted ? 1 : 0);
        loop.start(api, address, 1);
        return loop;
    }

    /**
     * Returns a loop from one queue to several, each of which receives its own message with its own
     * id, as a publication does. This is the minimum cost of a publication.
     *
     * @param queues they must exist
     * @param unit maximum number of messages, if they are ready, that share a transaction with
     *     everything that is put for them
     */
    static BareLoop queueToEach(CoreApi api, String from, List<String> queues, int unit)
            throws Exception {
        BareLoop loop =
                new BareLoop(
                        from,
                        queues.getFirst(),
                        queues.subList(1, queues.size()),
                        RoutingType.ANYCAST,
                        queues,
                        unit);
        loop.start(api, null, 1);
        return loop;
    }

    /**
     * @param address null if each message names its own
     */
    private void start(CoreApi api, String address, int count) throws Exception {
        for (int i = 0; i < count; i++) {
            ClientSession session = api.session(unit > 0);
            sessions.add(session);
            ClientConsumer consumer =
                    count == 1
                            ? session.createConsumer(input())
                            : session.createConsumer(input(), null, SMALL_WINDOW, -1, false);
            ClientProducer producer =
                    address == null ? session.createProducer() : session.createProducer(address);
            Runnable loop = () -> run(session, consumer, producer);
            workers.start("bare-loop-" + i, loop);
        }
    }

    private void run(ClientSession session, ClientConsumer consumer, ClientProducer producer) {
        try {
            while (workers.areToGoOn()) {
                ClientMessage in = consumer.receive(POLL_MILLIS);
                if (in != null) {
                    move(session, in, producer);
                    int moved = 1;
                    while (moved < unit && hasMore(consumer)) {
                        ClientMessage more = consumer.receive(POLL_MILLIS);
                        if (more == null) {
                            // Closed meanwhile.
                            break;
                        }
                        move(session, more, producer);
                        moved++;
                    }
                    if (unit > 0) {
                        commit(session, moved);
                    }
                }
            }
        } catch (ActiveMQException e) {
            // Expected if the end of the run closed the session.
            if (workers.areToGoOn() && !consumer.isClosed()) {
                throw new IllegalStateException(e);
            }
        }
    }

    private void commit(ClientSession session, int messages) throws ActiveMQException {
        long begin = System.nanoTime();
        session.commit();
        Commits made = new Commits(1, System.nanoTime() - begin, messages);
        commits.accumulateAndGet(made, Commits::and);
    }

    private void move(ClientSession session, ClientMessage in, ClientProducer producer)
            throws ActiveMQException {
        byte[] body = body(in);
        if (each.isEmpty()) {
            producer.send(copy(session, in, body, routing));
        }
        for (SimpleString queue : each) {
            ClientMessage copy = copy(session, in, body, routing);
            copy.putBytesProperty(Client.MSG_ID, Client.nextId());
            producer.send(queue, copy);
        }
        in.acknowledge();
    }

    /** Whether a message is already in the client's buffer; the broker is not queried. */
    static boolean hasMore(ClientConsumer consumer) {
        return ((ClientConsumerInternal) consumer).getBufferSize() > 0;
    }

    /** Returns a copy of the message to put. */
    static ClientMessage copy(ClientSession session, ClientMessage in, RoutingType routing) {
        return copy(session, in, body(in), routing);
    }

    /**
     * Returns the body. It can be read only once, because the read position is at its end
     * afterwards.
     */
    private static byte[] body(ClientMessage in) {
        byte[] body = new byte[in.getBodySize()];
        in.getBodyBuffer().readBytes(body);
        return body;
    }

    private static ClientMessage copy(
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
    public List<String> drained() {
        return drained;
    }

    @Override
    public Commits commits() {
        return commits.get();
    }

    @Override
    public void close() {
        workers.end();
        sessions.forEach(CoreApi::close);
    }
}
