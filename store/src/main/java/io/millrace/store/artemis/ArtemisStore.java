package io.millrace.store.artemis;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.Acceptor;
import io.millrace.engine.queue.AuditLog;
import io.millrace.engine.queue.ClientConnection;
import io.millrace.engine.queue.CoordinatedQueues;
import io.millrace.engine.queue.DestinationCounts;
import io.millrace.engine.queue.NameLock;
import io.millrace.engine.queue.OpenUnit;
import io.millrace.engine.queue.OpenUnits;
import io.millrace.engine.queue.QueueBrowser;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueName;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.queue.QueueStatus;
import io.millrace.engine.queue.QueueStoreSettings;
import io.millrace.engine.resource.Endpoint;
import io.millrace.engine.setting.LimitUse;
import io.millrace.engine.work.UnitOfWork;
import io.millrace.engine.work.UnresolvedUnits;
import io.millrace.store.artemis.backout.BackoutCounts;
import io.millrace.store.artemis.broker.ArtemisBroker;
import io.millrace.store.artemis.broker.ResolvedQueue;
import io.millrace.store.artemis.connection.ConnectionPool;
import io.millrace.store.artemis.embedded.EmbeddedBroker;
import io.millrace.store.artemis.message.MessageMapping;
import io.millrace.store.artemis.remote.RemoteBroker;
import io.millrace.store.artemis.session.ArtemisBrowser;
import io.millrace.store.artemis.session.ArtemisSession;
import io.millrace.store.artemis.session.StoreContext;
import io.millrace.store.home.Credentials;
import io.millrace.store.home.HomeFolder;
import io.millrace.store.home.StoreErrors;
import io.millrace.store.xa.Decisions;
import io.millrace.store.xa.PreparedBranches;
import io.millrace.store.xa.XaRecoverable;

import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.ActiveMQQueueExistsException;
import org.slf4j.Logger;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;

/**
 * Queues on Apache Artemis. Each queue is an address with one durable anycast queue of the same
 * name. Topics are multicast addresses. Their levels and wildcards are written as in MQ and MQTT.
 *
 * <p>Delivery: gets and puts of a unit take effect at its commit. When the commit returns, they
 * have been forced to disk, unless the journal settings specify otherwise. Backout counts survive
 * the process; see {@link BackoutCounts}.
 */
public final class ArtemisStore implements CoordinatedQueues, XaRecoverable {

    private static final Logger LOG = EventLog.of(ArtemisStore.class);
    private static final String ALL_UNITS = "units of work";

    /** Folder below the home folder with the counts of remote brokers. */
    private static final String ELSEWHERE = "elsewhere";

    private final StoreContext context;
    private final ArtemisBroker broker;
    private final BackoutCounts backouts;
    private final MessageMapping mapping;
    private final OpenUnits units;

    /** Folder of an embedded broker; null for a remote broker. */
    private final HomeFolder home;

    private ArtemisStore(
            ArtemisBroker broker,
            HomeFolder home,
            BackoutCounts backouts,
            boolean interop,
            OpenUnits units,
            QueueStoreSettings settings) {
        this.broker = broker;
        this.home = home;
        this.backouts = backouts;
        this.units = units;
        boolean embedded = home != null;
        mapping =
                new MessageMapping(
                        interop,
                        broker.connections().credentials().user(),
                        embedded,
                        settings.maxMessageBytes());
        context = new StoreContext(broker, embedded, mapping, backouts, units, settings);
        units.watch();
    }

    /**
     * Starts an Artemis server in this process. Throws the same exceptions as {@link
     * io.millrace.engine.queue.QueueStoreProvider#open}.
     */
    public static ArtemisStore embed(QueueStoreSettings settings) {
        HomeFolder home = HomeFolder.lock(settings.home());
        try {
            boolean interop =
                    settings.acceptors().stream()
                            .anyMatch(a -> a.protocol() != Acceptor.Protocol.CORE);
            BackoutCounts backouts = BackoutCounts.of(home);
            OpenUnits units = new OpenUnits(settings.units());
            ArtemisBroker broker = EmbeddedBroker.start(home, settings, backouts, units);
            return new ArtemisStore(broker, home, backouts, interop, units, settings);
        } catch (RuntimeException e) {
            home.close();
            throw e;
        }
    }

    /**
     * Connects to a running Artemis server. The UserIdentifier of a message is the user that the
     * broker authenticated for the put. In a message put by Millrace, it is the value from the
     * MQMD. A broker that Millrace did not configure needs {@code populate-validated-user}. Without
     * this setting, UserIdentifier is empty, because any client could have written it.
     */
    public static ArtemisStore connect(Endpoint endpoint, QueueStoreSettings settings) {
        return connect(RemoteBroker.connect(endpoint), settings);
    }

    /**
     * Connects to a Millrace process that runs on this machine.
     *
     * @param label name of the process in error messages
     * @param callTimeoutMillis time in milliseconds after which the process is reported as not
     *     responding
     * @param definitions definitions of the queues of the process
     */
    static ArtemisStore attach(
            String url,
            String label,
            Credentials credentials,
            long callTimeoutMillis,
            Collection<QueueDefinition> definitions) {
        return connect(
                RemoteBroker.attach(url, label, credentials, callTimeoutMillis, definitions),
                QueueStoreSettings.inMemory());
    }

    private static ArtemisStore connect(RemoteBroker broker, QueueStoreSettings settings) {
        try {
            BackoutCounts backouts = counts(broker, settings.home());
            OpenUnits units = new OpenUnits(settings.units());
            return new ArtemisStore(broker, null, backouts, true, units, settings);
        } catch (RuntimeException e) {
            broker.close();
            throw e;
        }
    }

    /**
     * Returns the backout counts. They are stored in the home folder of this process if it has a
     * folder that no other process uses.
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
        context.checkOpen();
        QueueName.check(definition.name());
        context.create(definition);
    }

    @Override
    public Optional<QueueDefinition> definition(String queue) {
        return broker.isWithoutMessages(queue)
                ? Optional.of(broker.definition(queue))
                : Optional.ofNullable(context.find(queue)).map(ResolvedQueue::definition);
    }

    @Override
    public List<QueueDefinition> aliases() {
        return broker.aliases();
    }

    @Override
    public List<QueueDefinition> models() {
        return broker.models();
    }

    @Override
    public long dynamicQueues(String model) {
        return broker.dynamicQueues(model);
    }

    @Override
    public boolean isTemporary(String queue) {
        return context.call(queue, () -> broker.isTemporary(queue));
    }

    /** Creates one queue at a time, so that the limit of the model is exact. */
    @Override
    public synchronized String createDynamic(String model) {
        return CoordinatedQueues.super.createDynamic(model);
    }

    @Override
    public void delete(String queue) {
        context.checkOpen();
        context.delete(queue);
    }

    @Override
    public QueueSession session() {
        return session(null);
    }

    @Override
    public QueueSession session(UnitOfWork unit) {
        context.checkOpen();
        return new ArtemisSession(context, unit);
    }

    @Override
    public String label() {
        return "queues";
    }

    @Override
    public String resourceName() {
        return context.resourceName();
    }

    @Override
    public Line connect() {
        context.checkOpen();
        return context.call(
                "",
                () ->
                        new RecoveredQueues(
                                broker.connections().open(ConnectionPool.Mode.COORDINATED)));
    }

    @Override
    public MillraceException down(XAException error) {
        return broker.down(error.getCause() == null ? error : error.getCause());
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
        context.checkOpen();
        return context.call(
                "all queues",
                () -> {
                    List<QueueStatus> all = new ArrayList<>();
                    for (String name : new TreeSet<>(broker.queues())) {
                        QueueStatus status = broker.status(name);
                        if (status != null) {
                            all.add(status.withWriters(context.writers(name)));
                        }
                    }
                    return all;
                });
    }

    @Override
    public List<String> names() {
        context.checkOpen();
        return context.call("all queues", () -> List.copyOf(new TreeSet<>(broker.queues())));
    }

    @Override
    public List<LimitUse> limits() {
        context.checkOpen();
        List<LimitUse> all = new ArrayList<>(broker.limits());
        all.addAll(units.largest());
        return all;
    }

    @Override
    public QueueStatus status(String queue) {
        context.checkOpen();
        ResolvedQueue found = context.find(queue);
        QueueStatus status =
                found == null ? null : context.call(queue, () -> broker.status(found.name()));
        if (status == null) {
            throw context.unknown(queue);
        }
        return status.withWriters(context.writers(found.name()));
    }

    @Override
    public List<QueueMessage> browse(String queue, int max) {
        ResolvedQueue target = context.queue(queue);
        List<QueueMessage> found = new ArrayList<>();
        context.call(queue, () -> browse(target, max, found::add));
        return found;
    }

    @Override
    public void browse(String queue, Consumer<QueueMessage> consumer) {
        ResolvedQueue target = context.queue(queue);
        context.call(queue, () -> browse(target, Long.MAX_VALUE, consumer));
    }

    @Override
    public Optional<QueueMessage> browse(String queue, Bytes id, Predicate<Mqmd> filter) {
        ResolvedQueue target = context.queue(queue);
        QueueMessage[] found = new QueueMessage[1];
        broker.browse(
                target,
                id,
                message -> {
                    if (!filter.test(mapping.identifiers(message, queue))) {
                        return false;
                    }
                    try {
                        int count = backouts.of(queue, message.getMessageID());
                        found[0] = mapping.read(message, queue, count);
                        return true;
                    } catch (ActiveMQException gone) {
                        // Another session has consumed the message.
                        return false;
                    }
                });
        return Optional.ofNullable(found[0]);
    }

    @Override
    public long depth(String queue) {
        ResolvedQueue target = context.queue(queue);
        return context.call(
                queue,
                () -> {
                    try (ConnectionPool.Lease lease =
                            broker.connections().open(ConnectionPool.Mode.IMMEDIATE)) {
                        return lease.session().queueQuery(target.address()).getMessageCount();
                    }
                });
    }

    private long browse(ResolvedQueue queue, long max, Consumer<QueueMessage> consumer) {
        long found = 0;
        try (QueueBrowser browser = new ArtemisBrowser(context, queue)) {
            while (found < max) {
                QueueMessage message = browser.next();
                if (message == null) {
                    break;
                }
                consumer.accept(message);
                found++;
            }
        }
        return found;
    }

    @Override
    public QueueBrowser browser(String queue) {
        return new ArtemisBrowser(context, context.queue(queue));
    }

    @Override
    public long clear(String queue) {
        ResolvedQueue target = context.queue(queue);
        return context.call(queue, () -> broker.clear(target.name()));
    }

    @Override
    public boolean mayPut(String user, String queue) {
        return broker.mayPut(user, queue);
    }

    @Override
    public Optional<AuditLog> audit() {
        return broker.audit();
    }

    @Override
    public List<ClientConnection> connections() {
        context.checkOpen();
        return broker.clients();
    }

    @Override
    public boolean disconnect(String id) {
        context.checkOpen();
        return broker.disconnect(id);
    }

    @Override
    public List<OpenUnit> units() {
        return context.call(ALL_UNITS, () -> broker.units(units));
    }

    @Override
    public UnresolvedUnits answer(UnresolvedUnits known) {
        return broker.answer(known);
    }

    @Override
    public Optional<UnresolvedUnits> unresolved() {
        return context.call(ALL_UNITS, broker::unresolved);
    }

    @Override
    public void answerStatus(Supplier<String> status) {
        broker.answerStatus(status);
    }

    @Override
    public Optional<String> askStatus() {
        return context.call("the status", broker::askStatus);
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
        return context.call(ALL_UNITS, () -> broker.backOut(id, units));
    }

    @Override
    public DestinationCounts destinations() {
        return context.destinations();
    }

    /**
     * Locks a name by creating a temporary queue, which the broker deletes when the connection of
     * its creator ends.
     */
    @Override
    public NameLock hold(String name) {
        context.checkOpen();
        return context.call(
                name,
                () -> {
                    try {
                        return QueueNameLock.of(name, broker.connections());
                    } catch (ActiveMQQueueExistsException e) {
                        throw StoreErrors.down(
                                broker.label(),
                                new IllegalStateException(
                                        "another process, or a lost connection of this process,"
                                                + " holds "
                                                + name));
                    }
                });
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
        if (!context.close()) {
            return;
        }
        try {
            broker.close();
            backouts.close();
        } finally {
            if (home != null) {
                home.close();
            }
        }
    }

    public ArtemisBroker broker() {
        return broker;
    }

    public BackoutCounts backouts() {
        return backouts;
    }

    public MessageMapping mapping() {
        return mapping;
    }
}
