package io.millrace.flows.broker;

import io.millrace.engine.database.CoordinatedSource;
import io.millrace.engine.database.DataSourceDefinition;
import io.millrace.engine.database.DataSources;
import io.millrace.engine.database.DatabaseSession;
import io.millrace.engine.database.OpenDataSources;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Problems;
import io.millrace.engine.observe.Accounting;
import io.millrace.engine.observe.FlowObservers;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.pubsub.Subscriptions;
import io.millrace.engine.pubsub.Subscriptions.Subscription;
import io.millrace.engine.pubsub.TopicTree;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.queue.QueueStatus;
import io.millrace.engine.queue.QueueStore;
import io.millrace.engine.runtime.BrokerServices;
import io.millrace.engine.runtime.CallQueues;
import io.millrace.engine.runtime.CompiledFlow;
import io.millrace.engine.runtime.ExecutionGroup;
import io.millrace.engine.runtime.FlowSettings;
import io.millrace.engine.runtime.FlowStatus;
import io.millrace.engine.runtime.InstanceStatus;
import io.millrace.engine.runtime.RecentFailures;
import io.millrace.engine.setting.EffectiveSetting;
import io.millrace.engine.setting.LimitRegistry;
import io.millrace.engine.setting.LimitUse;
import io.millrace.engine.state.StateStore;
import io.millrace.engine.work.Coordinator;
import io.millrace.engine.work.Recoverable;
import io.millrace.engine.work.UnresolvedUnits;
import io.millrace.flows.QueueChanges;
import io.millrace.flows.QueueEvent;
import io.millrace.flows.application.BrokerSettings;
import io.millrace.flows.application.FlowAssignment;
import io.millrace.flows.broker.ExecutionGroups.Version;
import io.millrace.flows.compile.CompiledApplication;
import io.millrace.flows.compile.EffectiveSettings;
import io.millrace.flows.compile.FlowPlan;
import io.millrace.flows.definition.FlowOptions;
import io.millrace.flows.library.Registries;

import org.slf4j.Logger;

import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * The applications of a broker. This class adds them to execution groups, replaces them and removes
 * them.
 */
public final class Applications implements AutoCloseable {

    private static final Logger LOG = EventLog.of(Applications.class);

    private static final Clock CLOCK = Clock.systemDefaultZone();

    private final String broker;
    private final BrokerSettings settings;
    private final QueueStore store;
    private final Registries installed;
    private final ExecutionGroup.Options options;
    private final BrokerQueues queues;
    private final OpenDataSources shared;
    private final Coordination coordination;
    private final Subscriptions subscriptions = new TopicTree();
    private final CallQueues calls = new CallQueues(Thread::startVirtualThread);
    private final StateStore states;
    private final ExecutionGroups groups;
    private final FlowCounters counters;
    private final Map<String, Running> running = Collections.synchronizedMap(new LinkedHashMap<>());
    private final List<OpenDataSources> connected = new ArrayList<>();
    private final UnresolvedUnits unresolved =
            new Unresolved(this::recoverables, this::coordinator);
    private final LimitRegistry limits;
    private HeapWatch heap;
    private final QueueWatch queueWatch;
    private BrokerWatch watch;
    private boolean isClosed;

    /** An application with the resources opened for it. */
    private record Running(
            Deployment deployment,
            CompiledApplication compiled,
            OpenDataSources dataSources,
            Version version) {}

    public Applications(
            String broker,
            BrokerSettings settings,
            QueueStore store,
            ExecutionGroup.Options options,
            boolean statistics,
            FlowObservers observers,
            Path transactionLog,
            Registries installed,
            QueueChanges changes) {
        this.installed = installed;
        this.broker = broker;
        this.settings = settings;
        this.store = store;
        states = new StateStore(store, CLOCK);
        this.options = options;
        counters = new FlowCounters(statistics, observers);
        groups = new ExecutionGroups(this::newGroup);
        queues = new BrokerQueues(settings, store, changes, this::compiled);
        queues.create();
        shared =
                OpenDataSources.open(
                        settings.dataSources(),
                        DataSources.NONE,
                        Registries.loader(),
                        installed.drivers());
        coordination = new Coordination(store, transactionLog, shared);
        groups.group(FlowAssignment.DEFAULT_GROUP);
        limits = BrokerLimits.of(store, this::statistics);
        limits.add(states::limits);
        limits.add(this::connections);
        queueWatch = new QueueWatch(store, CLOCK);
    }

    private List<LimitUse> connections() {
        List<LimitUse> uses = new ArrayList<>(shared.limits());
        for (Running application : List.copyOf(running.values())) {
            String prefix = application.deployment().application() + "/";
            application
                    .dataSources()
                    .limits()
                    .forEach(use -> uses.add(use.of(prefix + use.object())));
        }
        return uses;
    }

    /** Returns the data sources in broker.yaml and those of the running applications. */
    public List<DataSourceStatus> dataSources() {
        List<DataSourceStatus> all = new ArrayList<>();
        settings.dataSources()
                .forEach(d -> all.add(new DataSourceStatus("", d, shared.inUse(d.name()))));
        for (Running application : List.copyOf(running.values())) {
            for (DataSourceDefinition d : application.compiled().settings().dataSources()) {
                all.add(
                        new DataSourceStatus(
                                application.deployment().application(),
                                d,
                                application.dataSources().inUse(d.name())));
            }
        }
        return all;
    }

    /**
     * Connects to a data source, like a flow.
     *
     * @param application application that declares it; empty for one in broker.yaml
     * @throws MillraceException with UNKNOWN_APPLICATION, UNKNOWN_DATA_SOURCE or DATABASE_DOWN
     */
    public void connect(String application, String name) {
        DataSources sources =
                application.isEmpty() ? shared : requireRunning(application).dataSources();
        if (!sources.names().contains(name)) {
            throw new MillraceException(
                    ErrorCode.UNKNOWN_DATA_SOURCE,
                    "unknown data source %s; %s"
                            .formatted(
                                    name,
                                    Problems.didYouMean(
                                            name,
                                            sources.names(),
                                            application.isEmpty()
                                                    ? "specify the application that declares it,"
                                                            + " or add it to broker.yaml"
                                                    : "add it to application.yaml")));
        }
        try (DatabaseSession session = sources.open(name)) {
            session.connect();
        }
    }

    /**
     * Runs an application, or replaces it.
     *
     * @param stopped flows that do not start if they are new in their execution group
     */
    public synchronized Deployment deploy(CompiledApplication compiled, Set<FlowId> stopped) {
        requireOpen();
        String application = compiled.settings().name();
        fits(compiled);
        Map<String, List<CompiledFlow>> flows = flows(compiled);
        OpenDataSources dataSources = open(compiled);
        Running old = running.get(application);
        Runnable restoreQueues = () -> {};
        try {
            Coordination.checkSources(compiled, dataSources);
            restoreQueues = queues.create(compiled);
            coordination.begin(Version.coordinated(flows), dataSources);
            Running next =
                    new Running(
                            Deployment.of(compiled),
                            compiled,
                            dataSources,
                            new Version(services(compiled, dataSources), flows));
            subscribe(compiled, next, old, stopped);
            running.put(application, next);
            end(old);
            counters.retain(application, next.version().flows());
            LOG.info(
                    "deployed {} with flows {}",
                    compiled.settings().label(),
                    compiled.flows().keySet());
            return next.deployment();
        } catch (RuntimeException | Error failure) {
            restoreQueues.run();
            abandon(dataSources, failure);
            throw failure;
        }
    }

    /** Closes the data sources of a failed deployment. The failure keeps a second error. */
    private void abandon(OpenDataSources dataSources, Throwable failure) {
        try {
            coordination.end(dataSources);
        } catch (RuntimeException second) {
            failure.addSuppressed(second);
        } finally {
            dataSources.close();
        }
    }

    private void requireOpen() {
        if (isClosed) {
            throw new MillraceException(
                    ErrorCode.QUEUE_STORE_DOWN,
                    "the broker %s is closed; start a new broker".formatted(broker));
        }
    }

    private OpenDataSources open(CompiledApplication compiled) {
        return OpenDataSources.open(
                compiled.settings().dataSources(),
                shared,
                Registries.loader(),
                compiled.registries().drivers());
    }

    public synchronized void undeploy(String application) {
        requireOpen();
        Running old = requireRunning(application);
        Running none =
                new Running(
                        old.deployment(),
                        old.compiled(),
                        old.dataSources(),
                        old.version().withoutFlows());
        replace(application, none, old, old.dataSources().coordinatedSources(), Set.of());
        old.compiled().settings().subscriptions().keySet().forEach(subscriptions::remove);
        running.remove(application);
        end(old);
        counters.retain(application, Map.of());
        LOG.info("undeployed {}", application);
    }

    private Running requireRunning(String application) {
        Running found = running.get(application);
        if (found == null) {
            throw new MillraceException(
                    ErrorCode.UNKNOWN_APPLICATION,
                    "the application "
                            + application
                            + " is not deployed; "
                            + (running.isEmpty()
                                    ? "no application is deployed"
                                    : "the deployed applications are "
                                            + String.join(", ", running.keySet())));
        }
        return found;
    }

    /** Returns the applications. Does not wait for a deployment. */
    public List<Deployment> deployments() {
        return List.copyOf(running.values()).stream().map(Running::deployment).toList();
    }

    /** Returns the statistics of all flows. Does not wait for a deployment. */
    public List<FlowStatistics> statistics() {
        List<FlowStatistics> all = new ArrayList<>();
        for (ExecutionGroup group : groups.all()) {
            for (FlowStatus flow : group.status()) {
                all.add(
                        new FlowStatistics(
                                flow.application(),
                                flow.flow(),
                                group.name(),
                                flow.running(),
                                flow.instances(),
                                flow.calls(),
                                counters.figures(
                                        new FlowId(
                                                group.name(), flow.application(), flow.flow()))));
            }
        }
        return all;
    }

    /** Returns the threads of all flows. Does not wait for a deployment. */
    public List<InstanceStatus> instances() {
        return groups.instances();
    }

    /**
     * Returns a count of all work so far if no work remains; otherwise empty. If two successive
     * calls return the same count, nothing happened between them and no work remains.
     */
    public synchronized OptionalLong quiet() {
        Set<String> inputs = new TreeSet<>();
        running.values().forEach(r -> inputs.addAll(r.deployment().inputQueues()));
        if (calls.hasWaiting()) {
            return OptionalLong.empty();
        }
        long happened = 0;
        for (QueueStatus queue : store.status()) {
            boolean busy = queue.depth() > 0 || queue.inDelivery() > 0 || queue.scheduled() > 0;
            if (busy && inputs.contains(queue.name())) {
                return OptionalLong.empty();
            }
            happened += queue.put() + queue.got();
        }
        for (ExecutionGroup group : groups.all()) {
            for (FlowStatus flow : group.status()) {
                if (!flow.isWaiting()) {
                    return OptionalLong.empty();
                }
                for (InstanceStatus instance : flow.instances()) {
                    happened += instance.messages();
                }
            }
        }
        return OptionalLong.of(happened);
    }

    /**
     * Returns the accounting of a flow. The flow does not need to be deployed.
     *
     * @throws MillraceException with CONFIGURATION if the broker was built without statistics
     */
    public Accounting accounting(FlowId flow) {
        return counters.accounting(flow);
    }

    /** Returns the nodes of a flow by {@code flow.node}; empty if the flow is not deployed. */
    public synchronized Map<String, NodeTerminals> nodes(FlowId flow) {
        Running found = running.get(flow.application());
        return found == null
                ? Map.of()
                : NodeTerminals.of(
                        flow.flow(), found.version().flows().getOrDefault(flow.group(), List.of()));
    }

    /**
     * Returns the effective settings of a running application.
     *
     * @throws MillraceException with UNKNOWN_APPLICATION
     */
    public synchronized List<EffectiveSetting> settings(String application) {
        return EffectiveSettings.of(requireRunning(application).compiled());
    }

    /**
     * Publishes a message to the subscriptions of applications and clients, in one unit of work.
     */
    public void publish(QueueSession session, String topic, QueueMessage message) {
        session.putToEach(subscriptions.matches(topic, ""), message, true);
        session.publish(topic, message, true);
        session.commit();
    }

    private ExecutionGroup newGroup(String name) {
        BrokerServices services =
                new BrokerServices(
                        broker,
                        store,
                        shared,
                        subscriptions,
                        new MessageAssembler(installed.parsers(), settings.limits()),
                        CLOCK,
                        null,
                        new RecentFailures(),
                        calls,
                        states,
                        settings.resources());
        ExecutionGroup group = new ExecutionGroup(name, services, options);
        counters.observe(group);
        return group;
    }

    /**
     * Checks that the broker has all resources that the application refers to. Otherwise throws
     * ProblemsException.
     */
    private void fits(CompiledApplication compiled) {
        Problems problems = new Problems();
        queues.check(compiled, problems);
        if (settings.queues() != null && compiled.settings().queues() == null) {
            compiled.queues()
                    .check(
                            queues.listed(),
                            ErrorCode.UNKNOWN_QUEUE_NAME,
                            "queue",
                            "add it below queues in broker.yaml",
                            problems);
        }
        Set<String> sources = new TreeSet<>(shared.names());
        compiled.settings().dataSources().forEach(d -> sources.add(d.name()));
        compiled.dataSources()
                .check(
                        sources,
                        ErrorCode.UNKNOWN_DATA_SOURCE,
                        "data source",
                        "add it below dataSources in application.yaml or broker.yaml",
                        problems);
        compiled.resources()
                .require(compiled.settings().resources().and(settings.resources()), problems);
        for (FlowAssignment assignment : compiled.assignments()) {
            Set<String> known = settings.executionGroups();
            if (known != null && !known.contains(assignment.group())) {
                problems.error(
                        ErrorCode.UNKNOWN_EXECUTION_GROUP,
                        assignment.place(),
                        "the broker has no execution group " + assignment.group(),
                        Problems.didYouMean(assignment.group(), known));
            }
        }
        problems.throwIfErrors();
    }

    /** Returns the running applications, in the order of deployment. */
    private List<CompiledApplication> compiled() {
        return running.values().stream().map(Running::compiled).toList();
    }

    /** Returns the attributes of queues that an operator has set. */
    public synchronized QueueChanges queueChanges() {
        return queues.changes();
    }

    /** Returns all attributes of a queue with their origins. */
    public synchronized List<EffectiveSetting> queueAttributes(String queue) {
        return queues.attributes(queue);
    }

    /** Sets the attributes of a queue. Null restores the attributes in the files. */
    public synchronized void changeQueue(String queue, Map<String, String> attributes) {
        requireOpen();
        queues.set(queue, attributes);
    }

    /** Changes attributes of a permanent dynamic queue, which are stored with the queue. */
    public synchronized void alterDynamicQueue(String queue, Map<String, String> attributes) {
        requireOpen();
        queues.setDynamic(queue, attributes);
    }

    /** Checks that a queue can be deleted. */
    public synchronized void checkUnusedQueue(String queue, boolean purge) {
        queues.checkUnused(queue, purge);
    }

    /** Deletes a queue that is not used. */
    public synchronized void deleteQueue(String queue, boolean purge) {
        requireOpen();
        queues.delete(queue, purge);
    }

    /**
     * Returns an assembler with the parsers of an application. An empty name selects an assembler
     * without message sets.
     */
    public synchronized MessageAssembler assembler(String application) {
        if (application.isEmpty()) {
            return new MessageAssembler(installed.parsers(), settings.limits());
        }
        CompiledApplication compiled = requireRunning(application).compiled();
        return new MessageAssembler(compiled.parsers(), compiled.settings().limits());
    }

    /** Returns the users of a queue: nodes, files, subscriptions and other queues. */
    public synchronized List<String> queueUses(String queue) {
        return queues.uses(queue);
    }

    private static Map<String, List<CompiledFlow>> flows(CompiledApplication compiled) {
        Map<String, List<CompiledFlow>> flows = new LinkedHashMap<>();
        for (FlowAssignment assignment : compiled.assignments()) {
            FlowPlan plan = compiled.flows().get(assignment.flow());
            FlowOptions flow = plan.checked().options().in(assignment.options());
            // Copies are threads like instances: they share only what all threads of a flow share.
            int threads = (1 + flow.additional()) * flow.copies();
            int most = 1 + FlowSettings.MAX_ADDITIONAL_INSTANCES;
            if (threads > most) {
                throw new MillraceException(
                        ErrorCode.BAD_VALUE,
                        assignment.place()
                                + ": the flow "
                                + plan.name()
                                + " would have "
                                + threads
                                + " threads for each input node, including copies; the maximum "
                                + "is "
                                + most);
            }
            flows.computeIfAbsent(assignment.group(), g -> new ArrayList<>())
                    .add(plan.compiled(flow.settings(threads - 1)));
        }
        return flows;
    }

    private BrokerServices services(CompiledApplication compiled, OpenDataSources dataSources) {
        MessageAssembler assembler =
                new MessageAssembler(compiled.parsers(), compiled.settings().limits());
        return new BrokerServices(
                broker,
                store,
                dataSources,
                subscriptions,
                assembler,
                CLOCK,
                coordination.coordinator(),
                new RecentFailures(),
                calls,
                states,
                compiled.settings().resources().and(settings.resources()));
    }

    public UnresolvedUnits unresolved() {
        return unresolved;
    }

    /**
     * Monitors the heap, the limits and the queues until these applications are closed. Reports
     * when the heap is exhausted.
     */
    public synchronized void watch(Consumer<MillraceException> fatal) {
        heap = HeapWatch.start(this::instances, fatal);
        watch = BrokerWatch.start(limits::read, queueWatch::check);
    }

    /** Adds a listener for queues that reach their thresholds. */
    public void onQueueEvent(Consumer<QueueEvent> listener) {
        queueWatch.add(listener);
    }

    /** Returns the limits of the broker and its process. */
    public LimitRegistry limits() {
        return limits;
    }

    /** Returns the resources that can hold prepared branches of coordinated units. */
    public synchronized List<Recoverable> recoverables() {
        return coordination.resources();
    }

    public synchronized Coordinator coordinator() {
        return coordination.coordinator();
    }

    /**
     * Opens the data sources of an application, and ends unfinished branches of coordinated units
     * in them.
     */
    public synchronized void connect(CompiledApplication compiled) {
        requireOpen();
        OpenDataSources sources = open(compiled);
        connected.add(sources);
        coordination.begin(null, sources);
    }

    /**
     * Changes the subscriptions. New subscriptions start before the flows that publish. Removed
     * subscriptions end after the old flows have ended.
     */
    private void subscribe(
            CompiledApplication compiled, Running next, Running old, Set<FlowId> stopped) {
        Set<Subscription> requested = compiled.settings().subscriptions().keySet();
        Set<Subscription> before =
                old == null ? Set.of() : old.compiled().settings().subscriptions().keySet();
        List<Subscription> added = new ArrayList<>();
        try {
            for (Subscription subscription : requested) {
                if (!before.contains(subscription)) {
                    subscriptions.add(subscription);
                    added.add(subscription);
                }
            }
            replace(next.deployment().application(), next, old, removed(old, next), stopped);
        } catch (RuntimeException | Error failure) {
            added.forEach(subscriptions::remove);
            throw failure;
        }
        before.stream().filter(s -> !requested.contains(s)).forEach(subscriptions::remove);
    }

    /** Returns the data sources that the next version of an application does not have. */
    private static List<CoordinatedSource> removed(Running old, Running next) {
        if (old == null) {
            return List.of();
        }
        Set<String> kept =
                next.dataSources().coordinatedSources().stream()
                        .map(CoordinatedSource::label)
                        .collect(Collectors.toSet());
        return old.dataSources().coordinatedSources().stream()
                .filter(source -> !kept.contains(source.label()))
                .toList();
    }

    /**
     * Replaces the flows of an application. If units are in doubt in data sources that are removed,
     * the old flows continue.
     */
    private void replace(
            String application,
            Running next,
            Running old,
            List<CoordinatedSource> removed,
            Set<FlowId> stopped) {
        Set<FlowId> stoppedBefore = groups.stopped(application);
        Version before = old == null ? null : old.version();
        groups.deploy(application, next.version(), before, stopped, stoppedBefore);
        try {
            boolean coordinated = before != null && Version.coordinated(before.flows()) != null;
            coordination.requireResolved(application, removed, coordinated);
        } catch (RuntimeException refused) {
            groups.restore(application, before, stoppedBefore, refused);
            throw refused;
        }
    }

    /** Starts a stopped flow. Does nothing if the flow is running. */
    public synchronized void start(FlowId flow) {
        requireOpen();
        groups.existing(flow).start(flow.application(), flow.flow());
    }

    /** Stops a flow. Returns false if messages in progress have not ended in time. */
    public synchronized boolean stop(FlowId flow) {
        requireOpen();
        return groups.existing(flow).stop(flow.application(), flow.flow());
    }

    private void end(Running old) {
        if (old != null) {
            coordination.end(old.dataSources());
            old.dataSources().close();
        }
    }

    @Override
    public synchronized void close() {
        isClosed = true;
        if (heap != null) {
            heap.close();
            watch.close();
        }
        groups.close();
        coordination.close();
        running.values().forEach(r -> r.dataSources().close());
        running.clear();
        connected.forEach(OpenDataSources::close);
        connected.clear();
        shared.close();
    }
}
