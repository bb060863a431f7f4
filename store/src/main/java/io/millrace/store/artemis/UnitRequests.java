package io.millrace.store.artemis;

import io.millrace.engine.queue.OpenUnit;
import io.millrace.engine.queue.OpenUnits;

import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.apache.activemq.artemis.api.core.client.ClientProducer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.ArrayList;
import java.util.List;

/**
 * Answers questions of other processes of the same user about open units of work: on a queue that
 * nobody else may use. A request names an operation and perhaps a unit; the answer is text, a line
 * for each unit.
 */
final class UnitRequests implements AutoCloseable {

    /** No configured user has a right for an address that begins so. */
    static final String PREFIX = "$sys.millrace.";

    static final SimpleString ADDRESS = SimpleString.of(PREFIX + "units");
    static final String OPERATION = "operation";
    static final String UNIT = "unit";
    static final String LIST = "list";
    static final String BACK_OUT = "backOut";

    private static final Logger LOG = LoggerFactory.getLogger(UnitRequests.class);
    private static final String SEPARATOR = "\t";

    private final OpenUnits units;
    private final Connections.Lease lease;
    private final ClientProducer producer;

    private UnitRequests(OpenUnits units, Connections.Lease lease) throws ActiveMQException {
        this.units = units;
        this.lease = lease;
        producer = lease.session().createProducer();
        lease.session()
                .createQueue(
                        QueueConfiguration.of(ADDRESS)
                                .setAddress(ADDRESS)
                                .setRoutingType(RoutingType.ANYCAST)
                                .setDurable(false)
                                .setTemporary(true));
        lease.session().createConsumer(ADDRESS).setMessageHandler(this::answer);
    }

    static UnitRequests listen(OpenUnits units, Connections connections) throws ActiveMQException {
        return new UnitRequests(units, connections.open(Connections.Mode.IMMEDIATE));
    }

    private void answer(ClientMessage request) {
        try {
            request.acknowledge();
            SimpleString to = request.getReplyTo();
            if (to != null) {
                ClientMessage reply = lease.session().createMessage(false);
                reply.getBodyBuffer().writeString(result(request));
                producer.send(to, reply);
            }
        } catch (ActiveMQException e) {
            LOG.warn("a request about units of work is not answered: {}", e.getMessage());
        }
    }

    private String result(ClientMessage request) {
        if (BACK_OUT.equals(request.getStringProperty(OPERATION))) {
            return Boolean.toString(units.backOut(request.getStringProperty(UNIT)));
        }
        StringBuilder text = new StringBuilder();
        for (OpenUnit unit : units.list()) {
            text.append(
                            String.join(
                                    SEPARATOR,
                                    unit.id(),
                                    plain(unit.owner()),
                                    plain(unit.origin()),
                                    Long.toString(unit.ageMillis()),
                                    Integer.toString(unit.got()),
                                    Integer.toString(unit.put()),
                                    Long.toString(unit.bytes())))
                    .append('\n');
        }
        return text.toString();
    }

    private static String plain(String text) {
        return text.replaceAll("\\p{Cntrl}", " ");
    }

    /** The units in an answer. */
    static List<OpenUnit> read(String answer) {
        List<OpenUnit> units = new ArrayList<>();
        for (String line : answer.lines().toList()) {
            String[] parts = line.split(SEPARATOR, -1);
            units.add(
                    new OpenUnit(
                            parts[0],
                            parts[1],
                            parts[2],
                            Long.parseLong(parts[3]),
                            Integer.parseInt(parts[4]),
                            Integer.parseInt(parts[5]),
                            Long.parseLong(parts[6])));
        }
        return units;
    }

    @Override
    public void close() {
        lease.close();
    }
}
