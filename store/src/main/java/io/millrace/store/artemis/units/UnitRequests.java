package io.millrace.store.artemis.units;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.queue.AuditLog;
import io.millrace.engine.queue.OpenUnit;
import io.millrace.engine.queue.OpenUnits;
import io.millrace.engine.work.UnresolvedUnits;
import io.millrace.store.artemis.access.AccessControl;
import io.millrace.store.artemis.connection.ConnectionPool;

import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.api.core.client.ClientConsumer;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.apache.activemq.artemis.api.core.client.ClientProducer;
import org.slf4j.Logger;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A service that answers requests of other processes of the same user. Requests are for open units
 * of work and the status of the process. They use a queue to which no other user has access. A
 * request contains an operation and optionally a unit. The answer is text with one line per unit.
 */
public final class UnitRequests implements AutoCloseable {

    /** Prefix of addresses for which no configured user has a right. */
    static final String PREFIX = "$sys.millrace.";

    public static final SimpleString ADDRESS = SimpleString.of(PREFIX + "units");
    public static final String OPERATION = "operation";
    public static final String UNIT = "unit";
    public static final String LIST = "list";
    public static final String BACK_OUT = "backOut";
    static final String LOOK = "look";
    static final String COMMIT = "commit";
    static final String ROLL_BACK = "rollBack";
    static final String FORGET = "forget";
    public static final String STATUS = "status";

    private static final Logger LOG = EventLog.of(UnitRequests.class);
    private static final String SEPARATOR = "\t";

    private final OpenUnits units;
    private final ConnectionPool.Lease lease;
    private final ClientProducer producer;
    private final AuditLog audit;

    /** Source of unresolved units; null until the broker has set it. */
    private volatile UnresolvedUnits unresolved;

    private volatile Supplier<String> status = () -> "";

    private final ClientConsumer consumer;

    private UnitRequests(OpenUnits units, ConnectionPool.Lease lease, AuditLog audit)
            throws ActiveMQException {
        this.units = units;
        this.lease = lease;
        this.audit = audit;
        producer = lease.session().createProducer();
        lease.session()
                .createQueue(
                        QueueConfiguration.of(ADDRESS)
                                .setAddress(ADDRESS)
                                .setRoutingType(RoutingType.ANYCAST)
                                .setDurable(false)
                                .setTemporary(true));
        consumer = lease.session().createConsumer(ADDRESS);
        consumer.setMessageHandler(this::answer);
    }

    public static UnitRequests listen(OpenUnits units, ConnectionPool connections, AuditLog audit)
            throws ActiveMQException {
        return new UnitRequests(units, connections.open(ConnectionPool.Mode.IMMEDIATE), audit);
    }

    /** Sets the source of unresolved coordinated units. */
    public void unresolved(UnresolvedUnits value) {
        unresolved = value;
    }

    /** Sets the supplier of the status of the process. */
    public void status(Supplier<String> value) {
        status = value;
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
        String id = request.getStringProperty(UNIT);
        String operation = String.valueOf(request.getStringProperty(OPERATION));
        try {
            String result = perform(operation, id);
            audit(request, operation, id, "ok");
            return result;
        } catch (MillraceException e) {
            audit(request, operation, id, "failed");
            return UnresolvedUnitsFormat.write(e);
        }
    }

    private void audit(ClientMessage request, String operation, String id, String outcome) {
        if (!Set.of(LIST, LOOK, STATUS).contains(operation)) {
            audit.change(
                    new AuditLog.Entry(
                            "unit." + operation,
                            request.getValidatedUserID(),
                            request.getStringProperty(AccessControl.CLIENT_ADDRESS),
                            "CORE",
                            id,
                            outcome));
        }
    }

    private String perform(String operation, String id) {
        return switch (operation) {
            case BACK_OUT -> Boolean.toString(units.backOut(id));
            case STATUS -> status.get();
            case LOOK -> UnresolvedUnitsFormat.write(known().report());
            case COMMIT -> UnresolvedUnitsFormat.write(ended(id, true));
            case ROLL_BACK -> UnresolvedUnitsFormat.write(ended(id, false));
            case FORGET -> {
                known().forget(id);
                yield "";
            }
            default -> open();
        };
    }

    private UnresolvedUnits known() {
        UnresolvedUnits known = unresolved;
        if (known == null) {
            throw new MillraceException(
                    ErrorCode.UNKNOWN_BRANCH, "the process of the broker has no coordinated units");
        }
        return known;
    }

    private UnresolvedUnits.Report ended(String id, boolean commit) {
        return new UnresolvedUnits.Report("", known().end(id, commit), List.of(), List.of());
    }

    private String open() {
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

    /** Parses the units in an answer. */
    public static List<OpenUnit> read(String answer) {
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
        try {
            // Artemis would delete the queue after the end of the session, when it may have ended.
            consumer.close();
            lease.session().deleteQueue(ADDRESS);
        } catch (ActiveMQException e) {
            LOG.debug("the queue of requests is not deleted: {}", e.getMessage());
        }
        lease.close();
    }
}
