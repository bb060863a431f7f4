package io.millrace.store.artemis.embedded;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.queue.Acceptor;
import io.millrace.engine.queue.AuditLog;
import io.millrace.engine.queue.ClientConnection;
import io.millrace.engine.queue.OpenUnits;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueStatus;
import io.millrace.engine.queue.QueueStore;
import io.millrace.engine.queue.QueueStoreSettings;
import io.millrace.engine.queue.StoreUser;
import io.millrace.engine.setting.LimitUse;
import io.millrace.engine.work.UnresolvedUnits;
import io.millrace.store.artemis.access.AccessControl;
import io.millrace.store.artemis.backout.BackoutCounts;
import io.millrace.store.artemis.broker.ArtemisBroker;
import io.millrace.store.artemis.broker.BrokerSession;
import io.millrace.store.artemis.broker.ResolvedQueue;
import io.millrace.store.artemis.connection.ConnectionPool;
import io.millrace.store.artemis.message.MessageMapping;
import io.millrace.store.artemis.units.AuditedUnits;
import io.millrace.store.artemis.units.UnitDecisions;
import io.millrace.store.artemis.units.UnitRequests;
import io.millrace.store.home.Credentials;
import io.millrace.store.home.HomeFolder;
import io.millrace.store.home.StoreErrors;
import io.millrace.store.journal.FileCheck;
import io.millrace.store.journal.FileLedger;
import io.millrace.store.journal.JournalCopy;

import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.ICoreMessage;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.core.client.impl.ClientSessionInternal;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.paging.PagingManager;
import org.apache.activemq.artemis.core.remoting.impl.invm.InVMConnector;
import org.apache.activemq.artemis.core.remoting.impl.netty.NettyAcceptor;
import org.apache.activemq.artemis.core.server.ActiveMQServer;
import org.apache.activemq.artemis.core.server.Queue;
import org.apache.activemq.artemis.spi.core.protocol.RemotingConnection;
import org.slf4j.Logger;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

import javax.transaction.xa.Xid;

/** An Artemis server in this process, with its own home folder. */
public final class EmbeddedBroker implements ArtemisBroker {

    /** File in which a running process stores its ports. The credentials are in another file. */
    public static final String PORTS = "ports.properties";

    /** Number of servers of this process, which share the threads of in-VM connections. */
    private static final AtomicInteger RUNNING = new AtomicInteger();

    private static final Logger LOG = EventLog.of(EmbeddedBroker.class);

    private final HomeFolder home;
    private final BrokerConfiguration configuration;
    private final Credentials credentials;
    private final SummedServer server;
    private final AccessControl access;
    private final AuditLog audit;
    private final BackoutCounts backouts;
    private final RemovalListener departures;
    private final OpenUnits units;
    private final WildcardSubscriptions wildcards = new WildcardSubscriptions();
    private final DefinitionsCopy definitionsCopy;
    private final DiskFailure disk;
    private final QueueIndexes indexes;
    private final EmbeddedQueues queues;
    private final DiskSpace space;
    private ConnectionPool connections;

    /** Connection of this process to the broker. */
    private RemotingConnection own;

    private FileCheck files;
    private UnitDecisions decisions;
    private UnitRequests requests;
    private List<Acceptor> listening = List.of();

    private EmbeddedBroker(
            HomeFolder home, QueueStoreSettings settings, BackoutCounts backouts, OpenUnits units) {
        this.home = home;
        this.units = units;
        this.backouts = backouts;
        this.departures = new RemovalListener(backouts);
        // Other processes would try to use the ports of a killed process.
        home.delete(PORTS);
        home.makePrivate(BrokerConfiguration.FOLDERS);
        this.credentials = Credentials.ofHome(home);
        this.space = DiskSpace.of(home, settings.journal());
        this.indexes =
                new QueueIndexes(
                        new MessageMapping(
                                true, credentials.user(), true, settings.maxMessageBytes()));
        this.configuration = new BrokerConfiguration(home, settings, space);
        Configuration artemis = configuration.configuration();
        access =
                new AccessControl(
                        home,
                        credentials,
                        settings,
                        DynamicQueues.names(this::register),
                        this::queues,
                        UnitRequests.ADDRESS);
        this.audit = access.audit();
        this.server = new SummedServer(artemis, access.security(), space);
        queues = new EmbeddedQueues(server, configuration, indexes, label(), this::changed);
        access.checkFrames(server, queues.depths()::reached);
        this.definitionsCopy = new DefinitionsCopy(server);
        ClientUnitLimits clientUnits = new ClientUnitLimits(units, settings.users());
        server.registerBrokerPlugins(
                List.of(
                        access.plugin(),
                        new DynamicQueues(queues, credentials.user()),
                        wildcards,
                        definitionsCopy,
                        new SelectorSearch(),
                        clientUnits,
                        new MessageChecks(
                                space,
                                access,
                                clientUnits,
                                departures,
                                queues.puts(),
                                queues.depths())));
        disk = DiskFailure.watch(home, server);
    }

    /** Starts a server on a home folder that the caller has locked. */
    public static EmbeddedBroker start(
            HomeFolder home, QueueStoreSettings settings, BackoutCounts backouts, OpenUnits units) {
        BrokerConfiguration.checkPorts(settings.acceptors());
        settings.users().forEach(StoreUser::checkPassword);
        EmbeddedBroker broker = new EmbeddedBroker(home, settings, backouts, units);
        RUNNING.incrementAndGet();
        try {
            broker.start();
            return broker;
        } catch (Exception e) {
            broker.giveUp(e);
            throw broker.startFailure(e);
        } catch (Error e) {
            broker.giveUp(e);
            throw e;
        }
    }

    /**
     * Closes the parts that have been started, because their threads would keep the process alive.
     */
    private void giveUp(Throwable why) {
        try {
            stop();
        } catch (RuntimeException alsoFailed) {
            why.addSuppressed(alsoFailed);
        }
    }

    /**
     * Returns the queue definitions in a home folder with the attributes that senders need. Limits
     * are not included, because the broker itself checks them.
     */
    public static List<QueueDefinition> definitions(Path home) {
        return QueueDefinitions.ofSenders(home);
    }

    private void start() throws Exception {
        checkFiles();
        queues.prepare(new QueueDefinitions(home, files.ledger()));
        if (!files.damages().isEmpty()) {
            server.registerActivateCallback(new DamagedMessages(server, files.damages()));
        }
        server.start();
        if (disk.failure() != null) {
            throw disk.failure();
        }
        if (!server.isActive()) {
            throw new IllegalStateException("the server did not become active");
        }
        queues.begin();
        definitionsCopy.begin(copy());
        decisions =
                UnitDecisions.read(
                        server, disk::failure, home.resolve(BrokerConfiguration.JOURNAL));
        wildcards.load(server);
        backouts.queues().forEach(name -> departures.forgetGone(name, queues.find(name)));
        backouts.begin(server.getStorageManager().generateID());
        connections = ConnectionPool.inVm(configuration.connector(), credentials);
        own = connection(connections.open(ConnectionPool.Mode.IMMEDIATE));
        List<Acceptor> real = new ArrayList<>();
        Properties ports = new Properties();
        ports.setProperty("pid", Long.toString(ProcessHandle.current().pid()));
        for (Acceptor requested : configuration.acceptors()) {
            String name = BrokerConfiguration.acceptorName(requested);
            int port =
                    ((NettyAcceptor) server.getRemotingService().getAcceptor(name)).getActualPort();
            real.add(requested.withPort(port));
            String protocol = requested.protocol().name().toLowerCase();
            if (requested.isTls()) {
                protocol += ".tls";
            }
            ports.setProperty(protocol, requested.host() + ":" + port);
            reportExposed(requested, port);
        }
        listening = List.copyOf(real);
        if (!listening.isEmpty()) {
            requests = UnitRequests.listen(units, connections, audit);
        }
        home.write(PORTS, ports);
        create(QueueDefinition.named(QueueStore.DEAD_LETTER_QUEUE));
        server.createQueue(BrokerConfiguration.expiryQueue(), true);
        server.getScheduledPool()
                .scheduleWithFixedDelay(
                        audit::summarize,
                        AuditLog.SUMMARY.toSeconds(),
                        AuditLog.SUMMARY.toSeconds(),
                        TimeUnit.SECONDS);
    }

    /** Returns the queues, which are created after the access control. */
    private EmbeddedQueues register() {
        return queues;
    }

    private void reportExposed(Acceptor acceptor, int port) {
        if (acceptor.isExposed()) {
            String where = acceptor.host() + ":" + port;
            LOG.warn(
                    """
                    {} the {} acceptor at {} has no TLS: passwords and messages are sent in plain \
                    text\
                    """,
                    ErrorCode.PLAIN_TEXT.id(),
                    acceptor.protocol(),
                    where);
            changed("acceptor.plainText", acceptor.protocol() + " " + where);
        }
    }

    /** Writes an administrative change by this process to the audit log. */
    private void changed(String event, String object) {
        changed(event, object, "ok");
    }

    private void changed(String event, String object, String outcome) {
        audit.change(new AuditLog.Entry(event, credentials.user(), "", "", object, outcome));
    }

    /** Returns the broker's side of a session's connection. */
    private RemotingConnection connection(ConnectionPool.Lease lease) {
        String session = ((ClientSessionInternal) lease.session()).getName();
        return server.getSessionByID(session).getRemotingConnection();
    }

    private void checkFiles() {
        boolean accept = configuration.isDamageAccepted();
        try {
            boolean forced = server.getConfiguration().isJournalDatasync();
            Path units = home.resolve("transactions");
            if (accept && Files.exists(units.resolve(FileLedger.FILE))) {
                FileCheck.open(units, Map.of("journal", ".txlog"), true, true).ledger().close();
            }
            files = FileCheck.open(home.path(), BrokerConfiguration.JOURNALS, forced, accept);
            if (accept) {
                restoreDefinitions();
            }
            server.list(files.ledger());
            home.deleteUnless(BrokerConfiguration.NODE, BrokerConfiguration.NODE_BYTES);
        } catch (IOException e) {
            throw StoreErrors.home(home.path(), e);
        }
    }

    private JournalCopy copy() {
        return new JournalCopy(files.ledger(), home.resolve(BrokerConfiguration.BINDINGS));
    }

    /** Restores damaged definitions of queues, because without them all messages would be lost. */
    private void restoreDefinitions() throws IOException {
        String below = BrokerConfiguration.BINDINGS + '/';
        JournalCopy copy = copy();
        if (files.damages().stream().anyMatch(d -> d.name().startsWith(below)) && copy.restore()) {
            LOG.warn(
                    """
                    {} the definitions of queues were restored from {}; messages of queues that \
                    were created later are lost\
                    """,
                    ErrorCode.STORE_DAMAGED.id(),
                    copy.file());
        }
    }

    private MillraceException startFailure(Exception e) {
        if (e instanceof MillraceException known) {
            return known;
        }
        return StoreErrors.isDiskFull(home.path(), e)
                ? StoreErrors.diskFull(home.path(), "then start the broker again", e)
                : StoreErrors.down(label(), e);
    }

    @Override
    public String label() {
        return "in " + home.path();
    }

    @Override
    public ConnectionPool connections() {
        return connections;
    }

    @Override
    public BrokerSession open(ConnectionPool.Mode mode) throws ActiveMQException {
        return InVmSession.open(
                server, space, indexes, own, credentials, mode == ConnectionPool.Mode.TRANSACTED);
    }

    @Override
    public boolean exists(String queue) {
        return queues.exists(queue);
    }

    @Override
    public boolean isWithoutMessages(String queue) {
        return queues.isWithoutMessages(queue);
    }

    @Override
    public long dynamicQueues(String model) {
        return queues.definitions().dynamicQueues(model);
    }

    @Override
    public boolean isTemporary(String queue) {
        Queue found = queues.find(queue);
        return found != null && found.isTemporary();
    }

    @Override
    public List<QueueDefinition> aliases() {
        return queues.aliases();
    }

    @Override
    public List<QueueDefinition> models() {
        return queues.definitions().models();
    }

    @Override
    public QueueDefinition definition(String queue) {
        return queues.definition(queue);
    }

    @Override
    public void create(QueueDefinition definition) throws ActiveMQException {
        queues.create(definition);
    }

    @Override
    public void delete(String queue) throws ActiveMQException {
        queues.delete(queue);
    }

    @Override
    public void browse(ResolvedQueue queue, Bytes id, Predicate<ICoreMessage> function) {
        indexes.of(queue.name()).browse(id, m -> function.test(m.getMessage().toCore()));
    }

    @Override
    public Collection<String> queues() {
        return queues.names();
    }

    @Override
    public QueueStatus status(String queue) {
        return queues.status(queue);
    }

    @Override
    public long depth(String queue) {
        return queues.depth(queue);
    }

    @Override
    public long clear(String queue) {
        return queues.clear(queue);
    }

    @Override
    public boolean mayPut(String user, String queue) {
        return access.mayPut(user, queue);
    }

    @Override
    public Optional<AuditLog> audit() {
        return Optional.of(audit);
    }

    @Override
    public boolean mayHaveSubscribers(String topic) {
        try {
            return !wildcards.isEmpty()
                    || server.getPostOffice().isAddressBound(SimpleString.of(topic));
        } catch (Exception e) {
            throw StoreErrors.down(label(), e);
        }
    }

    @Override
    public List<ClientConnection> clients() {
        return new ClientConnections(server).list();
    }

    @Override
    public boolean disconnect(String id) {
        return new ClientConnections(server).disconnect(id);
    }

    @Override
    public boolean backOut(String id, OpenUnits own) {
        boolean known = own.backOut(id);
        changed("unit.backOut", id);
        return known;
    }

    @Override
    public void answerStatus(Supplier<String> status) {
        if (requests != null) {
            requests.status(status);
        }
    }

    @Override
    public UnresolvedUnits answer(UnresolvedUnits known) {
        if (requests != null) {
            requests.unresolved(known);
        }
        return new AuditedUnits(known, this::changed);
    }

    @Override
    public UnitDecisions decisions() {
        return decisions;
    }

    @Override
    public Map<Xid, Instant> preparedSince() {
        Map<Xid, Instant> since = new HashMap<>();
        server.getResourceManager()
                .getPreparedTransactionsWithCreationTime()
                .forEach((xid, millis) -> since.put(xid, Instant.ofEpochMilli(millis)));
        return since;
    }

    @Override
    public List<Acceptor> listening() {
        return listening;
    }

    @Override
    public List<LimitUse> limits() {
        List<LimitUse> all = new ArrayList<>(space.limits());
        PagingManager paging = server.getPagingManager();
        if (paging != null) {
            Configuration artemis = server.getConfiguration();
            all.add(
                    LimitUse.count(
                            "queued messages in memory",
                            "",
                            paging.getGlobalMessages(),
                            artemis.getGlobalMaxMessages()));
            all.add(
                    LimitUse.bytes(
                            "memory",
                            "queued messages",
                            paging.getGlobalSize(),
                            artemis.getGlobalMaxSize()));
        }
        if (decisions != null) {
            all.add(
                    LimitUse.count(
                            "decisions of coordinated units",
                            "",
                            decisions.size(),
                            UnitDecisions.MAX_COUNT));
        }
        return all;
    }

    private boolean isDiskFull() {
        // Artemis checks periodically, so it possibly has not detected the free space yet.
        return space.isFull()
                || server.getPagingManager() != null && server.getPagingManager().isDiskFull();
    }

    @Override
    public Optional<String> impediment() {
        if (failure() != null) {
            return Optional.of(failure().getMessage());
        }
        return isDiskFull()
                ? Optional.of(StoreErrors.putRefused(home.path(), space.free(), space.minFree()))
                : Optional.empty();
    }

    @Override
    public MillraceException failure() {
        return disk.failure();
    }

    @Override
    public void onFailure(Consumer<MillraceException> listener) {
        disk.onFailure(listener);
    }

    @Override
    public void close() {
        if (requests != null) {
            requests.close();
        }
        if (connections != null) {
            connections.close();
        }
        boolean ran = server.isStarted();
        stop();
        home.delete(PORTS);
        // Without forced writes, the operating system can still lose the last writes.
        if (ran && disk.failure() == null && server.getConfiguration().isJournalDatasync()) {
            try {
                files.ledger().closeOrderly();
            } catch (IOException e) {
                throw StoreErrors.home(home.path(), e);
            }
        }
    }

    private void stop() {
        try {
            server.stop();
            definitionsCopy.end();
            audit.close();
            BrokerConfiguration.forget(server.getConfiguration());
        } catch (Exception e) {
            throw StoreErrors.down(label(), e);
        } finally {
            if (RUNNING.decrementAndGet() == 0) {
                // Its threads are not daemon threads and would keep the process alive for another
                // minute.
                InVMConnector.resetThreadPool();
            }
        }
    }

    /** Returns the server, for tests. */
    public ActiveMQServer server() {
        return server;
    }
}
