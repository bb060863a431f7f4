package io.millrace.engine.runtime;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.observe.FlowObserver;
import io.millrace.engine.resource.RetryDelay;
import io.millrace.engine.runtime.Worker.Command;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A named group of threads that run flows. Each input node of a flow has {@code (1 +
 * additionalInstances) x copies} threads, named {@code group/flow/input/number}. Safe for use by
 * several threads.
 *
 * <p>The flows of an application are deployed, replaced and removed together or not at all, between
 * two messages of each thread. First all new instances are created. Then all threads of the
 * application pause. Then the old instances release their resources. The new instances start
 * afterwards, so two versions never run at the same time.
 *
 * <p>Input nodes that receive calls accept them while their flow runs ({@link CalledInputs}). A
 * stop refuses further calls first. Calls that wait during a deployment continue with the new
 * version.
 */
public final class ExecutionGroup implements AutoCloseable {

    /** Time that programs have to end after the request to stop. */
    private static final long NOTICE_MILLIS = 5_000;

    private final String name;
    private final BrokerServices services;
    private final Options options;

    /** Flows by {@code application/flow}. */
    private final Map<String, DeployedFlow> flows = new LinkedHashMap<>();

    /** The flows after the last change, for readers that do not wait for the current one. */
    private volatile List<DeployedFlow> shown = List.of();

    /** Threads that have not ended. */
    private final Set<Worker> threads = ConcurrentHashMap.newKeySet();

    private ObserverSource observers = ObserverSource.NOBODY;

    /**
     * Options of a group.
     *
     * @param copies number of copies of each flow's instances
     * @param retry pause of an input after a failure
     * @param drainMillis time that a deployment or stop waits for messages in progress
     */
    public record Options(int copies, RetryDelay retry, long drainMillis) {
        public static final Options DEFAULTS = new Options(1, RetryDelay.DEFAULT, 15_000);

        public Options {
            if (copies < 1) {
                throw new IllegalArgumentException(
                        "copies must be 1 or more (found " + copies + ")");
            }
            if (drainMillis < 0) {
                throw new IllegalArgumentException(
                        "drainMillis must be 0 or more (found " + drainMillis + ")");
            }
        }

        public Options copies(int value) {
            return new Options(value, retry, drainMillis);
        }
    }

    /** A factory of observers for flow instances. */
    @FunctionalInterface
    public interface ObserverSource {
        ObserverSource NOBODY = (flow, instance) -> null;

        /**
         * Returns an observer that only one thread calls; null if there is none.
         *
         * @param instance name of the thread
         */
        @Nullable FlowObserver observer(CompiledFlow flow, String instance);
    }

    private static final class DeployedFlow {
        private final CompiledFlow compiled;
        private final BrokerServices services;
        private final CalledInputs called;

        /** Threads by name. A map is not changed after it is assigned. */
        private volatile Map<String, Worker> workers = Map.of();

        private volatile boolean running;

        DeployedFlow(
                CompiledFlow compiled, BrokerServices services, String group, boolean running) {
            this.compiled = compiled;
            this.services = services;
            this.running = running;
            called = new CalledInputs(compiled, services, group);
        }

        FlowStatus status() {
            return new FlowStatus(
                    compiled.application(),
                    compiled.name(),
                    running,
                    workers.values().stream().map(Worker::status).toList(),
                    called.status());
        }
    }

    /** Name of a thread, and the input node with the messages that the thread processes. */
    private record Slot(CompiledFlow flow, BrokerServices services, String input, String thread) {}

    public ExecutionGroup(String name, BrokerServices services, Options options) {
        this.name = name;
        this.services = services;
        this.options = options;
    }

    public String name() {
        return name;
    }

    /** Starts or stops observation at the next message of each thread. */
    public synchronized void observe(ObserverSource source) {
        observers = source;
        flows.values()
                .forEach(
                        f ->
                                f.workers
                                        .values()
                                        .forEach(w -> w.observer(observerOf(f.compiled, w))));
    }

    /**
     * Replaces the flows of an application in this group: new flows are started, flows with the
     * same name are replaced, other flows of the application are removed. A stopped flow stays
     * stopped. Returns when the new flows run.
     *
     * @throws MillraceException with FLOW_STOPPED if a message in progress did not end in time, or
     *     the exception of a node that could not be created; the group is then unchanged
     */
    public void deploy(String application, List<CompiledFlow> next) {
        deploy(application, next, services, Set.of());
    }

    /**
     * Deploys like {@link #deploy(String, List)}, with separate services for the application, for
     * example data sources or limits that other applications of the group do not have.
     *
     * @param stopped names of flows that do not start if they are new in this group
     */
    public synchronized void deploy(
            String application, List<CompiledFlow> next, BrokerServices own, Set<String> stopped) {
        Map<String, DeployedFlow> old = flowsOf(application);
        List<DeployedFlow> fresh = fresh(next, own, old, stopped);
        List<DeployedFlow> starting = fresh.stream().filter(f -> f.running).toList();
        Map<Slot, FlowInstance> made = prepare(starting);
        List<Worker> affected = new ArrayList<>();
        old.values().forEach(f -> affected.addAll(f.workers.values()));
        if (!pause(affected, old, next.isEmpty())) {
            affected.forEach(w -> w.wish(Command.RUN));
            release(starting, made);
            throw new MillraceException(
                    ErrorCode.FLOW_STOPPED,
                    "application "
                            + application
                            + " was not changed: after "
                            + options.drainMillis
                            + " ms these flows still processed a message: "
                            + busy(affected)
                            + "; stop the flow to end its programs");
        }
        reach(affected, Command.RELEASE);
        Map<String, Worker> free = new LinkedHashMap<>();
        affected.forEach(w -> free.put(w.name(), w));
        old.keySet().forEach(flows::remove);
        fresh.forEach(now -> flows.put(key(now.compiled), now));
        for (DeployedFlow now : starting) {
            Map<String, Worker> workers = new LinkedHashMap<>();
            for (Slot slot : slots(now)) {
                FlowInstance instance = Objects.requireNonNull(made.get(slot));
                workers.put(slot.thread, begin(slot, instance, free));
            }
            now.workers = workers;
        }
        shown = List.copyOf(flows.values());
        old.values().forEach(f -> f.called.close());
        free.values().forEach(w -> w.wish(Command.STOP));
        reach(new ArrayList<>(free.values()), Command.STOP);
    }

    /**
     * Removes all flows of an application after their messages in progress have ended or were
     * abandoned, like {@link #stop}. Fails like {@link #deploy(String, List)}.
     */
    public void undeploy(String application) {
        deploy(application, List.of());
    }

    /** Starts a stopped flow. Does nothing if the flow runs. */
    public synchronized void start(String application, String flow) {
        DeployedFlow deployed = deployed(application, flow);
        if (deployed.running) {
            return;
        }
        Map<Slot, FlowInstance> made = prepare(List.of(deployed));
        Map<String, Worker> workers = new LinkedHashMap<>();
        made.forEach((slot, instance) -> workers.put(slot.thread, begin(slot, instance, Map.of())));
        deployed.workers = workers;
        deployed.running = true;
    }

    /**
     * Stops a flow after its messages in progress have ended. Messages that take longer than the
     * drain time are abandoned: an ESQL program ends with FLOW_STOPPED, and a message in a unit of
     * work is rolled back.
     *
     * @return false if some messages have not ended; each of their threads ends after its message
     */
    public synchronized boolean stop(String application, String flow) {
        DeployedFlow deployed = deployed(application, flow);
        deployed.running = false;
        deployed.called.close();
        return end(new ArrayList<>(deployed.workers.values()));
    }

    /** Returns the flows in the order of their deployment. Does not wait for a deployment. */
    public List<FlowStatus> status() {
        return shown.stream().map(DeployedFlow::status).toList();
    }

    /** Returns the status of all threads. Does not wait for a deployment. */
    public List<InstanceStatus> instances() {
        return threads.stream().map(Worker::status).toList();
    }

    /** Stops all flows like {@link #stop}. */
    @Override
    public synchronized void close() {
        List<Worker> all = new ArrayList<>();
        flows.values()
                .forEach(
                        f -> {
                            f.running = false;
                            f.called.close();
                            all.addAll(f.workers.values());
                        });
        end(all);
        flows.clear();
        shown = List.of();
    }

    private Map<String, DeployedFlow> flowsOf(String application) {
        Map<String, DeployedFlow> found = new LinkedHashMap<>();
        flows.forEach(
                (key, flow) -> {
                    if (flow.compiled.application().equals(application)) {
                        found.put(key, flow);
                    }
                });
        return found;
    }

    private DeployedFlow deployed(String application, String flow) {
        DeployedFlow found = flows.get(application + "/" + flow);
        if (found == null) {
            throw new MillraceException(
                    ErrorCode.NO_FLOW,
                    "execution group " + name + " has no flow " + application + "/" + flow);
        }
        return found;
    }

    private List<DeployedFlow> fresh(
            List<CompiledFlow> next,
            BrokerServices own,
            Map<String, DeployedFlow> old,
            Set<String> stopped) {
        List<DeployedFlow> fresh = new ArrayList<>();
        for (CompiledFlow flow : next) {
            DeployedFlow before = old.get(key(flow));
            boolean running = before == null ? !stopped.contains(flow.name()) : before.running;
            fresh.add(new DeployedFlow(flow, own, name, running));
        }
        return fresh;
    }

    /** Creates the instances of flows and opens their entry points for calls. */
    private Map<Slot, FlowInstance> prepare(List<DeployedFlow> starting) {
        Map<Slot, FlowInstance> made = new LinkedHashMap<>();
        try {
            starting.forEach(flow -> slots(flow).forEach(slot -> made.put(slot, open(slot))));
            starting.forEach(flow -> flow.called.open());
            return made;
        } catch (RuntimeException | Error failure) {
            release(starting, made);
            throw failure;
        }
    }

    private static void release(List<DeployedFlow> starting, Map<Slot, FlowInstance> made) {
        starting.forEach(flow -> flow.called.close());
        made.values().forEach(QuietClose::close);
    }

    /**
     * Pauses the threads of an application. If it is removed, first refuses its calls, and abandons
     * messages that do not end in time. Returns false if messages have still not ended.
     */
    private boolean pause(List<Worker> affected, Map<String, DeployedFlow> old, boolean removed) {
        if (removed) {
            old.values().forEach(f -> f.called.close());
        }
        boolean paused = reach(affected, Command.PAUSE);
        if (!paused && removed) {
            paused = abandon(affected, Command.PAUSE);
            affected.forEach(w -> w.abandon(false));
        }
        if (!paused && removed) {
            old.values().stream().filter(f -> f.running).forEach(f -> f.called.open());
        }
        return paused;
    }

    private List<Slot> slots(DeployedFlow deployed) {
        CompiledFlow flow = deployed.compiled;
        int threads = (1 + flow.settings().additionalInstances()) * options.copies;
        List<Slot> slots = new ArrayList<>();
        for (CompiledNode input : flow.inputs()) {
            for (int i = 1; i <= threads; i++) {
                String thread = name + "/" + flow.name() + "/" + input.name() + "/" + i;
                slots.add(new Slot(flow, deployed.services, input.name(), thread));
            }
        }
        return slots;
    }

    private FlowInstance open(Slot slot) {
        return FlowInstance.open(slot.flow, slot.input, name, slot.services);
    }

    /**
     * Assigns an instance to its slot: to the thread that previously had the slot, or to a new
     * thread.
     */
    private Worker begin(Slot slot, FlowInstance instance, Map<String, Worker> free) {
        Worker worker = free.get(slot.thread);
        if (worker != null && worker.mayGoOn()) {
            free.remove(slot.thread);
            worker.replace(instance, () -> open(slot));
            worker.observer(observerOf(slot.flow, worker));
            worker.wish(Command.RUN);
            return worker;
        }
        Worker fresh =
                new Worker(
                        slot.thread,
                        slot.input,
                        options.retry,
                        instance,
                        () -> open(slot),
                        threads::remove);
        fresh.observer(observerOf(slot.flow, fresh));
        threads.add(fresh);
        fresh.start();
        return fresh;
    }

    private @Nullable FlowObserver observerOf(CompiledFlow flow, Worker worker) {
        return observers.observer(flow, worker.name());
    }

    private boolean end(List<Worker> workers) {
        return reach(workers, Command.STOP) || abandon(workers, Command.STOP);
    }

    /** Abandons messages in progress and waits until their programs have ended. */
    private boolean abandon(List<Worker> workers, Command wish) {
        workers.forEach(w -> w.abandon(true));
        return reach(workers, wish, NOTICE_MILLIS);
    }

    private boolean reach(List<Worker> workers, Command wish) {
        return reach(workers, wish, options.drainMillis);
    }

    private static boolean reach(List<Worker> workers, Command wish, long millis) {
        long deadline = System.nanoTime() + millis * 1_000_000;
        workers.forEach(w -> w.wish(wish));
        boolean all = true;
        for (Worker worker : workers) {
            all &= worker.await(wish, deadline);
        }
        return all;
    }

    private static List<String> busy(List<Worker> workers) {
        return workers.stream()
                .map(Worker::status)
                .filter(s -> s.state() == InstanceStatus.State.WORKING)
                .map(InstanceStatus::name)
                .toList();
    }

    private static String key(CompiledFlow flow) {
        return flow.application() + "/" + flow.name();
    }
}
