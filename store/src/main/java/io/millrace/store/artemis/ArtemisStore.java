package io.millrace.store.artemis;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.queue.Acceptor;
import io.millrace.engine.queue.CoordinatedQueues;
import io.millrace.engine.queue.DestinationCounts;
import io.millrace.engine.queue.NameLock;
import io.millrace.engine.queue.OpenUnit;
import io.millrace.engine.queue.OpenUnits;
import io.millrace.engine.queue.PutRules;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueName;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.queue.QueueStatus;
import io.millrace.engine.queue.QueueStoreSettings;
import io.millrace.engine.work.UnitOfWork;
import io.millrace.engine.work.UnresolvedUnits;
import io.millrace.store.xa.Decisions;
import io.millrace.store.xa.PreparedBranches;
import io.millrace.store.xa.XaRecoverable;

import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.ActiveMQQueueExistsException;
import org.apache.activemq.artemis.api.core.client.ClientConsumer;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.slf4j.Logger;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;

import javax.transaction.xa.XAResource;

/**
 * Queues on Apache Artemis. Each queue is an address with one durable anycast queue of the same
 * name. Topics are multicast addresses, with levels and wildcards written as in MQ and MQTT.
 *
 * <p>Delivery: the messages that a unit received and put take effect at its commit. When the commit
 * returns, they have been forced to disk (unless the settings of the journal specify otherwise).
 * Backout counts survive the process; see {@link BackoutCounts}.
 */
public final class ArtemisStore implements CoordinatedQueues, XaRecoverable {

    private static final Logger LOG = EventLog.of(ArtemisStore.class);
    private static final int ALL = 10_000;

    /** Folder below the home folder with the counts of remote brokers. */
    private static final String ELSEWHERE = "elsewhere";

    /** Number of bytes that the broker sends ahead to a browser. */
    private static final int BROWSED_AHEAD = 1 << 16;

    private static final int UNLIMITED = -1;

    private final ArtemisBroker broker;
    private final HomeFolder home;
    private final MessageMapping mapping;
    private final BackoutCounts backouts;
    private final int maxMessageBytes;
    private final int queueCacheMaxSize;
    private final OpenUnits units;
    private final AtomicLong version = new AtomicLong();
    private DestinationCounts ended = DestinationCounts.NONE;
    private final Map<String, ResolvedQueue> known = new ConcurrentHashMap<>();
    private final Set<ArtemisSession> sessions = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    private ArtemisStore(
            ArtemisBroker broker,
            HomeFolder home,
            BackoutCounts backouts,
            MessageMapping mapping,
            OpenUnits units,
            QueueStoreSettings settings) {
        this.broker = broker;
        this.home = home;
        this.backouts = backouts;
        this.mapping = mapping;
        this.units = units;
        maxMessageBytes = settings.maxMessageBytes();
        queueCacheMaxSize = settings.queueCacheMaxSize();
        units.watch();
    }

    /**
     * Starts an Artemis server in this process. Throws as {@link
     * io.millrace.engine.queue.QueueStoreProvider#open} does.
     */
    static ArtemisStore embed(QueueStoreSettings settings) {
        HomeFolder home = HomeFolder.lock(settings.home());
        try {
            boolean interop =
                    settings.acceptors().stream()
                            .anyMatch(a -> a.protocol() != Acceptor.Protocol.CORE);
            BackoutCounts backouts = BackoutCounts.of(home);
            OpenUnits units = new OpenUnits(settings.units());
            ArtemisBroker broker = EmbeddedBroker.start(home, settings, backouts, units);
            String user = broker.connections().credentials().user();
            MessageMapping mapping =
                    new MessageMapping(interop, user, true, settings.maxMessageBytes());
            return new ArtemisStore(broker, home, backouts, mapping, units, settings);
        } catch (RuntimeException e) {
            home.close();
            throw e;
        }
    }

    /**
     * Connects to a running Artemis server. The UserIdentifier of a message is the user that the
     * broker authenticated for the put. In a message that Millrace put, it is the value from the
     * MQMD. This needs {@code populate-validated-user} on a broker that Millrace did not configure.
     * Without it UserIdentifier is empty, because any client could have written it.
     */
    static ArtemisStore connect(String url, Credentials credentials, QueueStoreSettings settings) {
        return connect(RemoteBroker.connect(url, credentials, settings.brokerTls()), settings);
    }

    /**
     * Connects to a Millrace process that runs on this machine.
     *
     * @param label name of the process in messages
     * @param callTimeoutMillis time after which the process is reported not to respond
     */
    static ArtemisStore attach(
            String url, String label, Credentials credentials, long callTimeoutMillis) {
        return connect(
                RemoteBroker.attach(url, label, credentials, callTimeoutMillis),
                QueueStoreSettings.inMemory());
    }

    private static ArtemisStore connect(RemoteBroker broker, QueueStoreSettings settings) {
        MessageMapping mapping =
                new MessageMapping(
                        true,
                        broker.connections().credentials().user(),
                        false,
                        settings.maxMessageBytes());
        try {
            return new ArtemisStore(
                    broker,
                    null,
                    counts(broker, settings.home()),
                    mapping,
                    new OpenUnits(settings.units()),
                    settings);
        } catch (RuntimeException e) {
            broker.close();
            throw e;
        }
    }

    /**
     * Returns the backout counts, kept in the folder of this process if it has one that no other
     * process uses.
     */
    private static BackoutCounts counts(RemoteBroker broker, Path home) {
        if (home == null) {
            return BackoutCounts.inMemory();
        }
        HomeFolder folder;
        try {
            folder = HomeFolder.lock(home.resolve(ELSEWHERE));
        } catch (MillraceException e) {
            if (e.code() != ErrorCode.STORE_LOCKED) {
                throw e;
            }
            LOG.warn("{} backout counts are kept in memory: {}", e.code().id(), e.getMessage());
            return BackoutCounts.inMemory();
        }
        try {
            return BackoutCounts.ofElsewhere(folder, broker.identity());
        } catch (RuntimeException e) {
            folder.close();
            throw e;
        }
    }

    @Override
    public void create(QueueDefinition definition) {
        checkOpen();
        QueueName.check(definition.name());
        try {
            broker.create(definition);
            known.put(definition.name(), new ResolvedQueue(definition));
            version.incrementAndGet();
        } catch (ActiveMQException e) {
            throw failed(e, definition.name());
        }
    }

    @Override
    public Optional<QueueDefinition> definition(String queue) {
        ResolvedQueue found = find(queue);
        return found == null ? Optional.empty() : Optional.of(found.definition());
    }

    @Override
    public void delete(String queue) {
        checkOpen();
        try {
            known.remove(queue);
            version.incrementAndGet();
            broker.delete(queue);
            backouts.forgetQueue(queue);
        } catch (ActiveMQException e) {
            throw failed(e, queue);
        }
    }

    @Override
    public QueueSession session() {
        checkOpen();
        return new ArtemisSession(this);
    }

    @Override
    public QueueSession session(UnitOfWork unit) {
        checkOpen();
        return new ArtemisSession(this, unit);
    }

    @Override
    public String label() {
        return "queues";
    }

    /** Returns the name of the resource. The log is beside the embedded queues. */
    @Override
    public String resourceName() {
        return home != null ? label() : label() + " of " + broker.label();
    }

    @Override
    public Line connect() {
        checkOpen();
        try {
            return new RecoveredQueues(broker.connections().open(ConnectionPool.Mode.COORDINATED));
        } catch (ActiveMQException e) {
            throw failed(e, "");
        }
    }

    /** A session that searches for prepared branches. */
    private record RecoveredQueues(ConnectionPool.Lease lease) implements Line {
        @Override
        public XAResource resource() {
            return lease.session();
        }

        @Override
        public void close() {
            lease.close();
        }
    }

    @Override
    public List<QueueStatus> status() {
        checkOpen();
        try {
            List<QueueStatus> all = new ArrayList<>();
            for (String name : new TreeSet<>(broker.queues())) {
                QueueStatus status = broker.status(name);
                if (status != null) {
                    all.add(status);
                }
            }
            return all;
        } catch (ActiveMQException e) {
            throw failed(e, "all queues");
        }
    }

    @Override
    public QueueStatus status(String queue) {
        checkOpen();
        try {
            QueueStatus status = broker.status(queue);
            if (status == null) {
                throw PutRules.unknownQueue(queue, names());
            }
            return status;
        } catch (ActiveMQException e) {
            throw failed(e, queue);
        }
    }

    @Override
    public List<QueueMessage> browse(String queue, int max) {
        ResolvedQueue target = queue(queue);
        List<QueueMessage> found = new ArrayList<>();
        try (ConnectionPool.Lease lease = broker.connections().open(ConnectionPool.Mode.IMMEDIATE);
                ClientConsumer browser =
                        lease.session()
                                .createConsumer(
                                        target.address(), null, BROWSED_AHEAD, UNLIMITED, true)) {
            long now = System.currentTimeMillis();
            while (found.size() < max) {
                ClientMessage message = browser.receiveImmediate();
                if (message == null) {
                    break;
                }
                if (message.getExpiration() == 0 || message.getExpiration() > now) {
                    found.add(
                            mapping.read(
                                    message, queue, backouts.of(queue, message.getMessageID())));
                }
            }
        } catch (ActiveMQException e) {
            throw failed(e, queue);
        }
        return found;
    }

    @Override
    public long clear(String queue) {
        try {
            return broker.clear(queue(queue).name());
        } catch (ActiveMQException e) {
            throw failed(e, queue);
        }
    }

    @Override
    public List<OpenUnit> units() {
        try {
            return broker.units(units);
        } catch (ActiveMQException e) {
            throw failed(e, "units of work");
        }
    }

    @Override
    public void answer(UnresolvedUnits known) {
        broker.answer(known);
    }

    @Override
    public Optional<UnresolvedUnits> unresolved() {
        try {
            return broker.unresolved();
        } catch (ActiveMQException e) {
            throw failed(e, "units of work");
        }
    }

    @Override
    public void answerStatus(Supplier<String> status) {
        broker.answerStatus(status);
    }

    @Override
    public Optional<String> askStatus() {
        try {
            return broker.askStatus();
        } catch (ActiveMQException e) {
            throw failed(e, "the status");
        }
    }

    @Override
    public Optional<Decisions> decisions() {
        return Optional.ofNullable(broker.decisions());
    }

    @Override
    public Map<String, Instant> preparedSince() {
        Map<String, Instant> since = new HashMap<>();
        broker.preparedSince().forEach((xid, when) -> since.put(PreparedBranches.id(xid), when));
        return since;
    }

    @Override
    public boolean backOut(String id) {
        try {
            return broker.backOut(id, units);
        } catch (ActiveMQException e) {
            throw failed(e, "units of work");
        }
    }

    @Override
    public synchronized DestinationCounts destinations() {
        DestinationCounts all = ended;
        for (ArtemisSession session : sessions) {
            all = all.plus(session.destinations().counts());
        }
        return all;
    }

    /** Holds a name with a temporary queue, which ends with the connection of its creator. */
    @Override
    public NameLock hold(String name) {
        checkOpen();
        try {
            return QueueNameLock.of(name, broker.connections());
        } catch (ActiveMQQueueExistsException e) {
            throw StoreErrors.down(
                    broker.label(),
                    new IllegalStateException("another process uses " + name + " there"));
        } catch (ActiveMQException e) {
            throw failed(e, name);
        }
    }

    @Override
    public List<Acceptor> listening() {
        return broker.listening();
    }

    @Override
    public void onFailure(Consumer<MillraceException> listener) {
        broker.onFailure(listener);
    }

    @Override
    public Optional<String> impediment() {
        return broker.impediment();
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        units.close();
        sessions.forEach(ArtemisSession::abandon);
        try {
            broker.close();
            backouts.close();
        } finally {
            if (home != null) {
                home.close();
            }
        }
    }

    /** Returns the queue with a name; throws UNKNOWN_QUEUE. */
    ResolvedQueue queue(String name) {
        ResolvedQueue found = find(name);
        if (found == null) {
            throw PutRules.unknownQueue(name, names());
        }
        return found;
    }

    /**
     * Returns the queue with a name. A queue that this store created is known. Others are requested
     * from the broker each time, because they can be deleted.
     */
    private ResolvedQueue find(String name) {
        ResolvedQueue found = known.get(name);
        if (found != null) {
            return found;
        }
        checkOpen();
        try {
            return broker.exists(name) ? new ResolvedQueue(broker.definition(name)) : null;
        } catch (ActiveMQException e) {
            throw failed(e, name);
        }
    }

    private Collection<String> names() {
        try {
            Collection<String> names = broker.queues();
            return names.size() > ALL ? List.of() : names;
        } catch (ActiveMQException e) {
            return List.of();
        }
    }

    void opened(ArtemisSession session) {
        sessions.add(session);
    }

    synchronized void closed(ArtemisSession session) {
        if (sessions.remove(session)) {
            ended = ended.plus(session.destinations().counts());
        }
    }

    /** Returns a number that changes whenever this store creates, changes or deletes a queue. */
    long version() {
        return version.get();
    }

    /** Whether this store is notified of every deletion of a queue. */
    boolean tellsOfChanges() {
        return home != null;
    }

    int queueCacheMaxSize() {
        return queueCacheMaxSize;
    }

    OpenUnits openUnits() {
        return units;
    }

    ArtemisBroker broker() {
        return broker;
    }

    MessageMapping mapping() {
        return mapping;
    }

    BackoutCounts backouts() {
        return backouts;
    }

    int maxMessageBytes() {
        return maxMessageBytes;
    }

    /** Whether the store has failed permanently. */
    boolean hasFailed() {
        return failure() != null;
    }

    /** Returns the reason why the store has failed; null if it has not. */
    MillraceException failure() {
        return broker.failure();
    }

    void checkOpen() {
        if (hasFailed()) {
            throw failure();
        }
        if (closed) {
            throw StoreErrors.down(broker.label(), null);
        }
    }

    /** Returns the error for an exception of Artemis in an operation on a queue. */
    MillraceException failed(ActiveMQException e, String queue) {
        if (hasFailed()) {
            return failure();
        }
        String text = String.valueOf(e.getMessage());
        if (text.contains(ErrorCode.STORE_DISK_FULL.id())) {
            // Of whatever type: Artemis' client wraps what it receives for large messages.
            return StoreErrors.putRefused(text, e);
        }
        return switch (e.getType()) {
            case ADDRESS_FULL -> full(e, queue);
            case QUEUE_DOES_NOT_EXIST, ADDRESS_DOES_NOT_EXIST -> {
                known.remove(queue);
                version.incrementAndGet();
                yield PutRules.unknownQueue(queue, List.of());
            }
            case SECURITY_EXCEPTION, CLUSTER_SECURITY_EXCEPTION ->
                    StoreErrors.notAuthorized(broker.connections().credentials().user(), queue, e);
            default -> broker.down(e);
        };
    }

    /**
     * Returns the error of a full queue, or of a full disk if Artemis itself rejected the message.
     */
    private MillraceException full(ActiveMQException e, String queue) {
        return broker.impediment()
                .map(why -> new MillraceException(ErrorCode.STORE_DISK_FULL, why, e))
                .orElseGet(() -> PutRules.queueFull(queue, limit(queue)));
    }

    private long limit(String queue) {
        ResolvedQueue found = known.get(queue);
        return found == null ? 0 : found.definition().maxDepth();
    }
}
