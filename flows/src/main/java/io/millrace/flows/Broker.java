package io.millrace.flows;

import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.ProblemsException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.observe.Accounting;
import io.millrace.engine.observe.FlowObservers;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.queue.CoordinatedQueues;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueReader;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.queue.QueueStatus;
import io.millrace.engine.queue.QueueStore;
import io.millrace.engine.runtime.ExecutionGroup;
import io.millrace.engine.runtime.InstanceStatus;
import io.millrace.engine.setting.EffectiveSetting;
import io.millrace.engine.setting.LimitRegistry;
import io.millrace.engine.work.Coordinator;
import io.millrace.engine.work.DamagedUnit;
import io.millrace.engine.work.Recoverable;
import io.millrace.engine.work.UnresolvedUnits;
import io.millrace.flows.application.BrokerFile;
import io.millrace.flows.application.BrokerSettings;
import io.millrace.flows.broker.Applications;
import io.millrace.flows.broker.DataSourceStatus;
import io.millrace.flows.broker.Deployment;
import io.millrace.flows.broker.FlowId;
import io.millrace.flows.broker.FlowStatistics;
import io.millrace.flows.broker.NodeTerminals;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * A broker that runs applications on queues: in memory, in an Artemis within this process, or in a
 * remote Artemis.
 *
 * <pre>{@code
 * try (Broker broker = Broker.builder().memory().start()) {
 *     broker.deploy(Path.of("samples/orders"));
 *     broker.put("ORDERS.IN", "<order>...</order>");
 *     Optional<QueueMessage> done = broker.get("ORDERS.DONE", Duration.ofSeconds(5));
 * }
 * }</pre>
 *
 * <p>With {@code Broker.builder().home(Path.of(".millrace")).start()} an embedded Artemis keeps the
 * queues on disk. This requires the module {@code millrace-store} on the class path.
 *
 * <p>Safe for use by several threads. Errors are {@link MillraceException}s with a code. For errors
 * in an application's files, a {@link ProblemsException} reports all of them together.
 */
public final class Broker implements AutoCloseable {

    private static final long IDLE_LOOK_NANOS = 5_000_000;
    private static final String QUEUE_NULL = "queue must not be null";
    private static final String TIMEOUT_NULL = "timeout must not be null";

    private final String name;
    private final QueueStore store;
    private final Extensions extensions;
    private final SessionPool sessions;
    private final Applications applications;
    private final UnresolvedUnits unresolved;

    Broker(
            String name,
            BrokerSettings settings,
            QueueStore store,
            ExecutionGroup.Options options,
            boolean statistics,
            FlowObservers observers,
            Path transactionLog,
            Extensions extensions,
            QueueChanges changes,
            FatalErrorHandler handler) {
        this.name = name;
        this.extensions = extensions;
        this.store = store;
        this.sessions = new SessionPool(store);
        this.applications =
                new Applications(
                        name,
                        settings,
                        store,
                        options,
                        statistics,
                        observers,
                        transactionLog,
                        extensions.registries(),
                        changes);
        this.unresolved =
                store instanceof CoordinatedQueues queues
                        ? queues.answer(applications.unresolved())
                        : applications.unresolved();
        store.answerStatus(() -> status().write());
        applications.watch(error -> fail(handler, error));
        // The store cannot be closed on its own thread.
        store.onFailure(
                error -> Thread.ofPlatform().name("fatal-error").start(() -> fail(handler, error)));
    }

    private void fail(FatalErrorHandler handler, MillraceException error) {
        try {
            handler.onFatalError(error);
        } finally {
            close();
        }
    }

    /**
     * Returns a builder for a broker. Without further settings, it starts a broker with queues in
     * memory.
     */
    public static BrokerBuilder builder() {
        return new BrokerBuilder();
    }

    public String name() {
        return name;
    }

    /**
     * Reads, checks and compiles the folder of an application with the extensions of this broker,
     * and runs the application like {@link #deploy(Application)}.
     *
     * @throws ProblemsException with all errors in its files
     */
    public Deployment deploy(Path folder) {
        return deploy(Application.load(folder, ApplicationOptions.DEFAULTS.with(extensions)));
    }

    /**
     * Runs an application. It replaces an application with the same name, between two messages of
     * each of its threads. All new instances are created before the first old instance stops. Two
     * versions never run at the same time. If the deployment fails, the old version keeps running
     * and the queues are as before.
     *
     * <p>Queues that its flows use are created, unless {@code broker.yaml} has a list of queues
     * that does not contain them.
     *
     * @throws ProblemsException if the application uses a queue, data source or execution group
     *     that the broker does not have
     * @throws MillraceException with FLOW_STOPPED if a message in progress exceeded the drain
     *     timeout; with UNITS_IN_DOUBT if the new version removes a data source with units in doubt
     *     (see {@link #undeploy}); or the exception that a node threw when it was created
     */
    public Deployment deploy(Application application) {
        return deploy(application, Set.of());
    }

    /**
     * Runs an application like {@link #deploy(Application)}.
     *
     * @param stopped flows that do not start if they are new in their execution group. A flow that
     *     is replaced keeps its state: it stays stopped, or runs again.
     */
    public Deployment deploy(Application application, Set<FlowId> stopped) {
        Objects.requireNonNull(application, "application must not be null");
        return applications.deploy(application.compiled(), Set.copyOf(stopped));
    }

    /**
     * Starts a stopped flow. Does nothing if the flow runs.
     *
     * @throws MillraceException with NO_FLOW or UNKNOWN_EXECUTION_GROUP if the flow is not deployed
     */
    public void start(FlowId flow) {
        applications.start(Objects.requireNonNull(flow, "flow must not be null"));
    }

    /**
     * Stops a flow when its messages in progress have ended. Messages that take longer than the
     * drain timeout are rolled back.
     *
     * @return false if messages have still not ended; their threads then end after them
     * @throws MillraceException with NO_FLOW or UNKNOWN_EXECUTION_GROUP if the flow is not deployed
     */
    public boolean stop(FlowId flow) {
        return applications.stop(Objects.requireNonNull(flow, "flow must not be null"));
    }

    /**
     * Stops the flows of an application when their messages in progress have ended. Its queues and
     * their messages are kept.
     *
     * @throws MillraceException with UNKNOWN_APPLICATION; with FLOW_STOPPED if a message in
     *     progress did not end in time; with UNITS_IN_DOUBT if a data source of the application
     *     has, or can have, coordinated units in doubt. The application then keeps running.
     */
    public void undeploy(String application) {
        Objects.requireNonNull(application, "application must not be null");
        applications.undeploy(application);
    }

    /** Returns the running applications, in the order of deployment. */
    public List<Deployment> deployments() {
        return applications.deployments();
    }

    /**
     * Puts a message on a queue immediately. A generated MsgId replaces a MsgId that is all zero.
     *
     * @return descriptor of the message on the queue
     * @throws MillraceException with UNKNOWN_QUEUE, QUEUE_FULL, MESSAGE_TOO_LARGE ...
     */
    public Mqmd put(String queue, QueueMessage message) {
        Objects.requireNonNull(queue, QUEUE_NULL);
        Objects.requireNonNull(message, "message must not be null");
        return sessions.use(session -> session.put(queue, message, false));
    }

    /**
     * Puts bytes without headers, like {@link #put(String, QueueMessage)}. The array must not be
     * changed after the call.
     */
    public Mqmd put(String queue, byte[] body) {
        Objects.requireNonNull(body, "body must not be null");
        return put(queue, new QueueMessage(new Mqmd(), Bytes.of(body)));
    }

    /** Puts a string in UTF-8 with the Format MQSTR, like {@link #put(String, QueueMessage)}. */
    public Mqmd put(String queue, String text) {
        Objects.requireNonNull(text, "text must not be null");
        Mqmd descriptor = new Mqmd().format("MQSTR").codedCharSetId(Mqmd.CCSID_UTF8);
        return put(queue, new QueueMessage(descriptor, Bytes.utf8(text)));
    }

    /**
     * Removes the next message from a queue and returns it.
     *
     * @param timeout maximum time to wait for a message; zero for no wait
     * @return message; empty if no message arrived in time
     * @throws MillraceException with UNKNOWN_QUEUE
     */
    public Optional<QueueMessage> get(String queue, Duration timeout) {
        Objects.requireNonNull(queue, QUEUE_NULL);
        Objects.requireNonNull(timeout, TIMEOUT_NULL);
        return sessions.use(
                session -> {
                    try (QueueReader reader = session.reader(queue)) {
                        QueueMessage message = reader.receive(timeout.toMillis());
                        session.commit();
                        return Optional.ofNullable(message);
                    }
                });
    }

    /**
     * Returns copies of the first messages of a queue. The messages stay on the queue.
     *
     * @param max maximum number of messages
     * @throws MillraceException with UNKNOWN_QUEUE
     */
    public List<QueueMessage> browse(String queue, int max) {
        Objects.requireNonNull(queue, QUEUE_NULL);
        return store.browse(queue, max);
    }

    /** Returns the status of all queues, sorted by name. */
    public List<QueueStatus> queues() {
        return store.status();
    }

    /**
     * Creates a queue. If the queue exists, applies the limits of the definition and keeps its
     * messages.
     */
    public void createQueue(QueueDefinition definition) {
        Objects.requireNonNull(definition, "definition must not be null");
        store.create(definition);
    }

    /** Returns the attributes of queues that an operator has set. */
    public QueueChanges queueChanges() {
        return applications.queueChanges();
    }

    /**
     * Returns all attributes of a queue with their effective values and origins. The keys are the
     * names of the attributes.
     *
     * @throws MillraceException with UNKNOWN_QUEUE
     */
    public List<EffectiveSetting> queueAttributes(String queue) {
        return applications.queueAttributes(Objects.requireNonNull(queue, QUEUE_NULL));
    }

    /**
     * Sets attributes of a queue, which override the attributes in files. Creates the queue if it
     * does not exist. The attributes are lost when the broker is closed: see {@link
     * BrokerBuilder#queueChanges}.
     *
     * @param attributes attributes as strings in the form of files; null to use those of the files
     * @throws ProblemsException for unknown attributes and invalid values
     * @throws MillraceException with UNKNOWN_QUEUE for a backout queue or the queue of an alias
     */
    public void changeQueue(String queue, Map<String, String> attributes) {
        applications.changeQueue(Objects.requireNonNull(queue, QUEUE_NULL), attributes);
    }

    /**
     * Changes attributes of a permanent dynamic queue. They are stored with the queue.
     *
     * @param attributes attributes to change; null values for the defaults
     * @throws ProblemsException for unknown attributes and invalid values
     */
    public void alterDynamicQueue(String queue, Map<String, String> attributes) {
        applications.alterDynamicQueue(Objects.requireNonNull(queue, QUEUE_NULL), attributes);
    }

    /**
     * Checks that a queue can be deleted. Fails like {@link #deleteQueue}.
     *
     * @param purge whether it can contain messages
     */
    public void checkUnusedQueue(String queue, boolean purge) {
        applications.checkUnusedQueue(Objects.requireNonNull(queue, QUEUE_NULL), purge);
    }

    /**
     * Deletes a queue with its messages.
     *
     * @param purge whether it can contain messages
     * @throws MillraceException with UNKNOWN_QUEUE; with QUEUE_IN_USE if an application, a file,
     *     another queue or a reader uses it
     */
    public void deleteQueue(String queue, boolean purge) {
        applications.deleteQueue(Objects.requireNonNull(queue, QUEUE_NULL), purge);
    }

    /**
     * Returns an assembler that parses messages with the message sets of a running application.
     *
     * @param application name of the application; empty for parsers without message sets
     * @throws MillraceException with UNKNOWN_APPLICATION
     */
    public MessageAssembler assembler(String application) {
        return applications.assembler(
                Objects.requireNonNull(application, "application must not be null"));
    }

    /**
     * Adds a listener for queues that reach their thresholds: depthHigh, maxDepth, oldMessageAfter
     * and noReaderAfter. Queues are compared with their thresholds every second. The listener is
     * called by one thread and must not block it.
     */
    public void onQueueEvent(Consumer<QueueEvent> listener) {
        applications.onQueueEvent(Objects.requireNonNull(listener, "listener must not be null"));
    }

    /** Returns the data sources of the broker and of the applications. */
    public List<DataSourceStatus> dataSources() {
        return applications.dataSources();
    }

    /**
     * Connects to a data source and closes the connection.
     *
     * @param application application that declares it; empty for a data source of the broker
     * @throws MillraceException with UNKNOWN_APPLICATION, UNKNOWN_DATA_SOURCE or DATABASE_DOWN
     */
    public void connect(String application, String dataSource) {
        applications.connect(application, dataSource);
    }

    /** Returns the users of a queue: nodes, files, subscriptions and other queues. */
    public List<String> queueUses(String queue) {
        return applications.queueUses(Objects.requireNonNull(queue, QUEUE_NULL));
    }

    /**
     * Opens a session for one thread that puts and gets several messages in a unit of work. The
     * caller must close the session before the broker.
     */
    public QueueSession session() {
        return store.session();
    }

    /**
     * Returns the store of the queues, for other operations: ports, failures, clearing. The broker
     * closes it.
     */
    public QueueStore store() {
        return store;
    }

    /**
     * Returns the resources that can hold prepared branches of unfinished coordinated units: the
     * queues, and the data sources of the broker and of deployed applications. Recovery ends the
     * branches automatically as soon as a resource can be reached.
     */
    public List<Recoverable> recoverables() {
        return applications.recoverables();
    }

    /** Returns the coordinated units that ended with different outcomes in their resources. */
    public List<DamagedUnit> damagedUnits() {
        Coordinator coordinator = applications.coordinator();
        return coordinator == null ? List.of() : coordinator.damaged();
    }

    /**
     * Returns the coordinated units that have not ended, or that ended with different outcomes in
     * their resources. Provides operations to resolve them.
     */
    public UnresolvedUnits unresolved() {
        return unresolved;
    }

    /**
     * Opens the data sources of an application without running it. The recovery ends unfinished
     * branches of coordinated units in them. {@link #unresolved} returns the units that remain.
     * Only for a broker that is started for this purpose.
     */
    public void connect(Application application) {
        applications.connect(application.compiled());
    }

    /**
     * Returns all settings of a {@code broker.yaml} with their effective values and origins,
     * including defaults.
     *
     * @throws ProblemsException with all errors in the file
     */
    public static List<EffectiveSetting> settings(Path brokerYaml) {
        Problems problems = new Problems();
        BrokerSettings settings = BrokerFile.read(brokerYaml, problems);
        problems.throwIfErrors();
        return settings.effective();
    }

    /** Returns the statistics of each flow, in the order of execution groups and deployments. */
    public List<FlowStatistics> statistics() {
        return applications.statistics();
    }

    /**
     * Returns the accounting of a flow, which is off until it is started.
     *
     * @throws MillraceException with CONFIGURATION if the broker was built without statistics
     */
    public Accounting accounting(FlowId flow) {
        return applications.accounting(Objects.requireNonNull(flow, "flow must not be null"));
    }

    /**
     * Returns the effective settings of a running application.
     *
     * @throws MillraceException with UNKNOWN_APPLICATION
     */
    public List<EffectiveSetting> applicationSettings(String application) {
        return applications.settings(
                Objects.requireNonNull(application, "application must not be null"));
    }

    /** Returns the nodes of a flow by {@code flow.node}; empty if the flow is not deployed. */
    public Map<String, NodeTerminals> nodes(FlowId flow) {
        return applications.nodes(Objects.requireNonNull(flow, "flow must not be null"));
    }

    /**
     * Publishes a message to the subscriptions of applications and clients.
     *
     * @param topic levels separated by {@code /}, without wildcards
     */
    public void publish(String topic, QueueMessage message) {
        Objects.requireNonNull(topic, "topic must not be null");
        Objects.requireNonNull(message, "message must not be null");
        sessions.use(
                session -> {
                    applications.publish(session, topic, message);
                    return null;
                });
    }

    /**
     * Returns the limits of the broker and its process with their current values and high-water
     * marks. Some high-water marks are based on values that are read every second.
     */
    public LimitRegistry limits() {
        return applications.limits();
    }

    /** Returns the limits, and the ESQL programs that have run for a long time. */
    public BrokerStatus status() {
        return new BrokerStatus(limits().read(), longPrograms());
    }

    /** Returns the ESQL programs that have run for longer than the limit esqlReportMillis. */
    public List<LongProgram> longPrograms() {
        List<LongProgram> programs = new ArrayList<>();
        for (InstanceStatus i : applications.instances()) {
            InstanceStatus.Program program = i.program();
            if (program != null) {
                programs.add(
                        new LongProgram(
                                program.node(),
                                i.name(),
                                program.execution().place()
                                        + ": "
                                        + program.execution().statement(),
                                program.execution().ownMillis()));
            }
        }
        return programs;
    }

    /**
     * Returns the status of the broker process that runs these queues; empty if these queues run in
     * this process or no process runs them.
     */
    public static Optional<BrokerStatus> status(QueueStore queues) {
        return queues.askStatus().map(BrokerStatus::read);
    }

    /**
     * Waits until the broker is idle. It is idle if no unit of work is open, no input node has
     * files to read, and the queues that deployed flows read contain no message that is ready, in
     * delivery or scheduled.
     *
     * @return false if the timeout expired first
     */
    public boolean awaitIdle(Duration timeout) {
        Objects.requireNonNull(timeout, TIMEOUT_NULL);
        long deadline = System.nanoTime() + timeout.toNanos();
        OptionalLong last = OptionalLong.empty();
        while (true) {
            OptionalLong quiet = applications.quiet();
            if (quiet.isPresent() && quiet.equals(last)) {
                return true;
            }
            last = quiet;
            if (quiet.isPresent()) {
                continue;
            }
            if (System.nanoTime() - deadline > 0 || Thread.currentThread().isInterrupted()) {
                return false;
            }
            LockSupport.parkNanos(IDLE_LOOK_NANOS);
        }
    }

    /**
     * Stops all flows when their messages in progress have ended, and closes the queues. Further
     * calls have no effect.
     */
    @Override
    public synchronized void close() {
        try {
            applications.close();
        } finally {
            sessions.close();
            store.close();
            EventLog.summarize();
        }
    }
}
