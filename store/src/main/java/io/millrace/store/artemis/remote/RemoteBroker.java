package io.millrace.store.artemis.remote;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.queue.OpenUnit;
import io.millrace.engine.queue.OpenUnits;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueRules;
import io.millrace.engine.queue.QueueStatus;
import io.millrace.engine.queue.QueueStore;
import io.millrace.engine.resource.Certificates;
import io.millrace.engine.resource.Endpoint;
import io.millrace.engine.work.UnresolvedUnits;
import io.millrace.store.artemis.broker.ArtemisBroker;
import io.millrace.store.artemis.broker.BrokerSession;
import io.millrace.store.artemis.broker.QueueSettings;
import io.millrace.store.artemis.connection.ConnectionPool;
import io.millrace.store.artemis.connection.TlsProbe;
import io.millrace.store.artemis.units.RemoteUnresolvedUnits;
import io.millrace.store.artemis.units.UnitRequests;
import io.millrace.store.home.Credentials;
import io.millrace.store.home.StoreErrors;

import org.apache.activemq.artemis.api.core.ActiveMQConnectionTimedOutException;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.ActiveMQNotConnectedException;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.apache.activemq.artemis.api.core.client.ClientRequestor;
import org.apache.activemq.artemis.api.core.client.ClientSession.QueueQuery;
import org.apache.activemq.artemis.api.core.management.ManagementHelper;
import org.apache.activemq.artemis.api.core.management.ResourceNames;
import org.apache.activemq.artemis.core.settings.impl.AddressFullMessagePolicy;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;
import org.slf4j.Logger;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A remote Artemis server. Requests that the core API does not support are sent as management
 * messages, which require a right ({@code manage} on {@code activemq.management}).
 *
 * <p>All requests use one session, one request at a time. The session is opened again if its
 * connection was lost.
 */
public final class RemoteBroker implements ArtemisBroker {

    private static final SimpleString MANAGEMENT = SimpleString.of("activemq.management");

    /** Time in milliseconds in which a broker must answer the first login. */
    private static final long CONNECT_TIMEOUT_MILLIS = 10_000;

    private static final Logger LOG = EventLog.of(RemoteBroker.class);

    private final String url;
    private final String label;
    private final long callTimeoutMillis;
    private final ConnectionPool connections;
    private final Map<String, QueueDefinition> created = new ConcurrentHashMap<>();
    private ConnectionPool.Lease lease;
    private ClientRequestor requestor;

    private RemoteBroker(
            String url,
            String label,
            Credentials credentials,
            Certificates tls,
            long callTimeoutMillis)
            throws ActiveMQException {
        this.url = url;
        this.label = label;
        this.callTimeoutMillis = callTimeoutMillis;
        connections = ConnectionPool.remote(url, credentials, tls, callTimeoutMillis);
    }

    /**
     * Connects to a broker. If the broker is not available, retries as the endpoint specifies.
     * Throws QUEUE_STORE_DOWN if the broker does not accept the login within {@value
     * #CONNECT_TIMEOUT_MILLIS} milliseconds.
     */
    public static RemoteBroker connect(Endpoint endpoint) {
        if (endpoint.tls() == Certificates.NONE) {
            LOG.warn(
                    """
                    {} the connection to {} has no TLS: passwords and messages are sent in plain \
                    text\
                    """,
                    ErrorCode.PLAIN_TEXT.id(),
                    endpoint);
        }
        Credentials credentials =
                new Credentials(
                        endpoint.credentials().user(), endpoint.credentials().password().reveal());
        for (int failures = 1; ; failures++) {
            try {
                return open(endpoint, credentials);
            } catch (MillraceException e) {
                if (e.code() != ErrorCode.QUEUE_STORE_DOWN || !endpoint.retry().pause(failures)) {
                    throw e;
                }
                LOG.warn(
                        "{} {}; attempt {} of {}",
                        e.code().id(),
                        e.getMessage(),
                        failures + 1,
                        endpoint.retry().attempts());
            }
        }
    }

    private static RemoteBroker open(Endpoint endpoint, Credentials credentials) {
        String label = "at " + endpoint;
        long millis = Math.min(CONNECT_TIMEOUT_MILLIS, endpoint.timeoutMillis());
        try (ConnectionPool probe =
                        ConnectionPool.remote(endpoint.url(), credentials, endpoint.tls(), millis);
                ConnectionPool.Lease _ = probe.open(ConnectionPool.Mode.IMMEDIATE)) {
            LOG.debug("connected to the broker {}", label);
        } catch (ActiveMQConnectionTimedOutException e) {
            throw StoreErrors.noAnswer(label, e);
        } catch (ActiveMQNotConnectedException e) {
            if (!e.getMessage().contains("TransportConfiguration(")) {
                throw StoreErrors.noAnswer(label, e);
            }
            String reason = TlsProbe.reason(endpoint.url(), endpoint.tls());
            throw reason.isEmpty()
                    ? StoreErrors.down(label, e)
                    : StoreErrors.down(label, new IllegalStateException(reason, e));
        } catch (ActiveMQException | IllegalArgumentException e) {
            throw StoreErrors.down(label, e);
        }
        return open(endpoint.url(), label, credentials, endpoint.tls(), endpoint.timeoutMillis());
    }

    public static RemoteBroker attach(
            String url,
            String label,
            Credentials credentials,
            long callTimeoutMillis,
            Collection<QueueDefinition> definitions) {
        RemoteBroker broker = open(url, label, credentials, null, callTimeoutMillis);
        definitions.forEach(d -> broker.created.put(d.name(), d));
        return broker;
    }

    private static RemoteBroker open(
            String url,
            String label,
            Credentials credentials,
            Certificates tls,
            long callTimeoutMillis) {
        RemoteBroker broker;
        try {
            broker = new RemoteBroker(url, label, credentials, tls, callTimeoutMillis);
        } catch (MillraceException e) {
            throw e;
        } catch (ActiveMQException | RuntimeException e) {
            throw StoreErrors.down(label, e);
        }
        try {
            if (!broker.exists(QueueStore.DEAD_LETTER_QUEUE)) {
                broker.create(QueueDefinition.named(QueueStore.DEAD_LETTER_QUEUE));
            }
            return broker;
        } catch (ActiveMQException | RuntimeException e) {
            broker.connections.close();
            throw e instanceof MillraceException known ? known : broker.down(e);
        }
    }

    @Override
    public String label() {
        return label;
    }

    @Override
    public MillraceException down(Throwable cause) {
        return cause instanceof ActiveMQConnectionTimedOutException
                ? StoreErrors.notResponding(label, callTimeoutMillis, cause)
                : StoreErrors.down(label, cause);
    }

    /**
     * Returns a value that identifies the broker. Each broker has a different identifier, which
     * changes if the broker's data is deleted.
     */
    public String identity() {
        try {
            return String.valueOf(attribute(ResourceNames.BROKER, "NodeID"));
        } catch (ActiveMQException | MillraceException e) {
            // For users without the right to query, the identity is derived from the URL.
            return UUID.nameUUIDFromBytes(url.getBytes(StandardCharsets.UTF_8)).toString();
        }
    }

    @Override
    public ConnectionPool connections() {
        return connections;
    }

    @Override
    public BrokerSession open(ConnectionPool.Mode mode) throws ActiveMQException {
        return RemoteSession.open(connections, mode);
    }

    /** An operation on the session for requests. */
    private interface SessionOperation<T> {
        T execute(ConnectionPool.Lease lease) throws ActiveMQException;
    }

    private synchronized <T> T execute(SessionOperation<T> operation) throws ActiveMQException {
        if (lease != null && lease.session().isClosed()) {
            drop();
        }
        if (lease == null) {
            lease = connections.open(ConnectionPool.Mode.IMMEDIATE);
        }
        try {
            return operation.execute(lease);
        } catch (ActiveMQException e) {
            if (StoreErrors.isConnectionLoss(e)) {
                drop();
            }
            throw e;
        }
    }

    private synchronized void drop() {
        ConnectionPool.Lease dropped = lease;
        lease = null;
        requestor = null;
        if (dropped != null) {
            dropped.close();
        }
    }

    /**
     * Ends the session of an unanswered request, so that a late answer is not used for the next
     * request.
     */
    private MillraceException unanswered(String question) {
        drop();
        return StoreErrors.notResponding(
                label, callTimeoutMillis, new IllegalStateException("no answer to " + question));
    }

    private Object manage(Request request) throws ActiveMQException {
        return execute(
                open -> {
                    try {
                        if (requestor == null) {
                            requestor = new ClientRequestor(open.session(), MANAGEMENT);
                        }
                        ClientMessage message = open.session().createMessage(false);
                        request.fill(message);
                        ClientMessage reply = requestor.request(message, callTimeoutMillis);
                        if (reply == null) {
                            throw unanswered("a management request");
                        }
                        Object result = ManagementHelper.getResult(reply);
                        if (!ManagementHelper.hasOperationSucceeded(reply)) {
                            throw StoreErrors.down(
                                    label(), new IllegalStateException(String.valueOf(result)));
                        }
                        return result;
                    } catch (ActiveMQException | RuntimeException e) {
                        throw e;
                    } catch (Exception e) {
                        throw StoreErrors.down(label(), e);
                    }
                });
    }

    /** The content of a management message. */
    private interface Request {
        void fill(ClientMessage message) throws Exception;
    }

    private Object attribute(String resource, String name) throws ActiveMQException {
        return manage(message -> ManagementHelper.putAttribute(message, resource, name));
    }

    private Object operation(String resource, String name, Object... arguments)
            throws ActiveMQException {
        return manage(
                message ->
                        ManagementHelper.putOperationInvocation(
                                message, resource, name, arguments));
    }

    private long number(String queue, String name) throws ActiveMQException {
        return attribute(ResourceNames.QUEUE + queue, name) instanceof Number n ? n.longValue() : 0;
    }

    @Override
    public boolean mayPut(String user, String queue) {
        throw new MillraceException(
                ErrorCode.QUEUE_NOT_AUTHORIZED,
                """
                the right of user %s to put messages to queue %s is unknown, because its broker \
                runs in another process; set alternateUserAuthority to no, or run the flow in the \
                process of the broker\
                """
                        .formatted(user, queue),
                Insert.of(user),
                Insert.of(queue));
    }

    @Override
    public boolean exists(String queue) throws ActiveMQException {
        if (isWithoutMessages(queue)) {
            return true;
        }
        QueueQuery query = query(queue);
        return query.isExists() && query.getRoutingType() == RoutingType.ANYCAST;
    }

    private QueueQuery query(String queue) throws ActiveMQException {
        return execute(open -> open.session().queueQuery(SimpleString.of(queue)));
    }

    @Override
    public QueueDefinition definition(String queue) {
        return created.getOrDefault(queue, QueueDefinition.named(queue));
    }

    @Override
    public List<QueueDefinition> aliases() {
        return created.values().stream()
                .filter(d -> d.rules().isAlias())
                .sorted(Comparator.comparing(QueueDefinition::name))
                .toList();
    }

    @Override
    public List<QueueDefinition> models() {
        return created.values().stream()
                .filter(d -> d.rules().isModel())
                .sorted(Comparator.comparing(QueueDefinition::name))
                .toList();
    }

    @Override
    public boolean isWithoutMessages(String queue) {
        QueueDefinition definition = created.get(queue);
        return definition != null && definition.rules().isWithoutMessages();
    }

    @Override
    public long dynamicQueues(String model) {
        return created.values().stream().filter(d -> d.rules().dynamicOf().equals(model)).count();
    }

    @Override
    public boolean isTemporary(String queue) throws ActiveMQException {
        return query(queue).isTemporary();
    }

    /** Checks the attributes that only the process of the broker can apply. */
    private static void checkRules(QueueDefinition definition) {
        QueueRules rules = definition.rules();
        String attribute = rules.inhibitGet() ? "inhibitGet" : rules.shareable() ? "" : "shareable";
        if (!attribute.isEmpty()) {
            throw new MillraceException(
                    ErrorCode.BAD_VALUE,
                    """
                    queue %s cannot have the attribute %s, because its broker runs in another \
                    process; remove it from the definition\
                    """
                            .formatted(definition.name(), attribute),
                    Insert.of(definition.name()));
        }
    }

    @Override
    public void create(QueueDefinition definition) throws ActiveMQException {
        String name = definition.name();
        checkRules(definition);
        if (definition.rules().isWithoutMessages()) {
            created.put(name, definition);
            return;
        }
        if (definition.index() != null) {
            throw new MillraceException(
                    ErrorCode.BAD_VALUE,
                    """
                    queue %s cannot have an index, because its broker runs in another process; \
                    remove index from its definition, or define the queue in the process that \
                    runs the broker\
                    """
                            .formatted(name),
                    Insert.of(name));
        }
        QueueDefinition before = created.get(name);
        if (definition.maxDepth() > 0 || before != null && before.maxDepth() > 0) {
            operation(
                    ResourceNames.BROKER,
                    "addAddressSettings",
                    name,
                    settings(definition.maxDepth()).toJSON());
        }
        if (!query(name).isExists()) {
            QueueConfiguration queue = QueueSettings.queue(name);
            execute(
                    open -> {
                        if (!open.session().addressQuery(queue.getAddress()).isExists()) {
                            open.session()
                                    .createAddress(queue.getAddress(), RoutingType.ANYCAST, false);
                        }
                        open.session().createQueue(queue);
                        return null;
                    });
        }
        created.put(name, definition);
    }

    private static AddressSettings settings(int maxDepth) {
        AddressSettings settings = QueueSettings.created();
        if (maxDepth > 0) {
            // With BLOCK, a unit could wait for space that only its own end provides.
            return settings.setMaxSizeMessages(maxDepth)
                    // Errors of a limit in bytes could not be distinguished from this limit.
                    .setMaxSizeBytes(-1)
                    .setAddressFullMessagePolicy(AddressFullMessagePolicy.FAIL);
        }
        return settings.setAddressFullMessagePolicy(AddressFullMessagePolicy.PAGE);
    }

    @Override
    public void delete(String queue) throws ActiveMQException {
        created.remove(queue);
        if (exists(queue)) {
            operation(ResourceNames.BROKER, "destroyQueue", queue, true, true);
        }
    }

    @Override
    public Collection<String> queues() throws ActiveMQException {
        List<String> names = new ArrayList<>();
        Object result =
                operation(ResourceNames.BROKER, "getQueueNames", RoutingType.ANYCAST.name());
        if (result instanceof Object[] found) {
            for (Object name : found) {
                QueueQuery query = query(name.toString());
                if (query.isExists() && !query.isTemporary() && !name.toString().startsWith("$")) {
                    names.add(name.toString());
                }
            }
        }
        return names;
    }

    @Override
    public QueueStatus status(String queue) throws ActiveMQException {
        if (!exists(queue)) {
            return null;
        }
        long gone =
                number(queue, "messagesAcknowledged")
                        + number(queue, "messagesExpired")
                        + number(queue, "messagesKilled");
        return new QueueStatus(
                queue,
                number(queue, "messageCount"),
                number(queue, "deliveringCount"),
                number(queue, "scheduledCount"),
                number(queue, "messagesAdded"),
                gone,
                (int) number(queue, "consumerCount"),
                0,
                oldest(queue));
    }

    /** Returns the time of the first message; 0 if there is none. */
    private long oldest(String queue) throws ActiveMQException {
        return attribute(ResourceNames.QUEUE + queue, "firstMessageTimestamp") instanceof Number n
                ? Math.max(0, n.longValue())
                : 0;
    }

    @Override
    public long clear(String queue) throws ActiveMQException {
        return operation(ResourceNames.QUEUE + queue, "removeAllMessages") instanceof Number n
                ? n.longValue()
                : 0;
    }

    @Override
    public boolean mayHaveSubscribers(String topic) {
        return true;
    }

    /**
     * Returns the units of the broker's Millrace process, which include the units of all clients.
     * If the broker is not a Millrace process, returns the units of this process.
     */
    @Override
    public List<OpenUnit> units(OpenUnits own) throws ActiveMQException {
        return exists(UnitRequests.ADDRESS.toString())
                ? UnitRequests.read(requestUnits(UnitRequests.LIST, ""))
                : own.list();
    }

    @Override
    public boolean backOut(String id, OpenUnits own) throws ActiveMQException {
        return exists(UnitRequests.ADDRESS.toString())
                ? Boolean.parseBoolean(requestUnits(UnitRequests.BACK_OUT, id))
                : own.backOut(id);
    }

    private String requestUnits(String operation, String id) throws ActiveMQException {
        return execute(
                open -> {
                    ClientMessage message = open.session().createMessage(false);
                    message.putStringProperty(UnitRequests.OPERATION, operation);
                    message.putStringProperty(UnitRequests.UNIT, id);
                    message.setRoutingType(RoutingType.ANYCAST);
                    try {
                        ClientRequestor requestor =
                                new ClientRequestor(open.session(), UnitRequests.ADDRESS);
                        ClientMessage reply;
                        try {
                            reply = requestor.request(message, callTimeoutMillis);
                        } finally {
                            requestor.close();
                        }
                        if (reply == null) {
                            throw unanswered("the request for the units of work");
                        }
                        return reply.getBodyBuffer().readString();
                    } catch (ActiveMQException | RuntimeException e) {
                        throw e;
                    } catch (Exception e) {
                        throw StoreErrors.down(label(), e);
                    }
                });
    }

    @Override
    public Optional<String> askStatus() throws ActiveMQException {
        return exists(UnitRequests.ADDRESS.toString())
                ? Optional.of(requestUnits(UnitRequests.STATUS, ""))
                : Optional.empty();
    }

    @Override
    public Optional<UnresolvedUnits> unresolved() throws ActiveMQException {
        return exists(UnitRequests.ADDRESS.toString())
                ? Optional.of(new RemoteUnresolvedUnits(this::askForUnresolved))
                : Optional.empty();
    }

    private String askForUnresolved(String operation, String id) {
        try {
            return requestUnits(operation, id);
        } catch (ActiveMQException e) {
            throw down(e);
        }
    }

    @Override
    public void close() {
        drop();
        connections.close();
    }
}
