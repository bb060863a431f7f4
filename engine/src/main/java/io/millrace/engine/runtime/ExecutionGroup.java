package io.millrace.engine.runtime;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.observe.FlowObserver;
import io.millrace.engine.runtime.Worker.Wish;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A named group of threads that run flows. Each input node of a flow has {@code (1 +
 * additionalInstances) x copies} threads, called {@code group/flow/input/number}. Safe to use from
 * several threads.
 *
 * <p>Flows are deployed, replaced and taken away all together or not at all, between two messages
 * of each thread: first all new instances are made, then all threads of the application pause, then
 * old instances give back what they hold, and only then the new ones begin, so that two versions
 * never run side by side.
 */
public final class ExecutionGroup implements AutoCloseable {

    /** How long programs have to end that were told to. */
    private static final long NOTICE_MILLIS = 5_000;

    private final String name;
    private final BrokerServices services;
    private final Options options;

    /** By {@code application/flow}. */
    private final Map<String, DeployedFlow> flows = new LinkedHashMap<>();

    private final Set<Worker> threads = ConcurrentHashMap.newKeySet();
    private ObserverSource observers = ObserverSource.NOBODY;

    /**
     * How a group runs.
     *
     * @param copies how many times over each flow's instances run
     * @param retry how long an input pauses when something failed
     * @param drainMillis how long a deployment or stop waits for messages that are under way
     */
    public record Options(int copies, RetryDelay retry, long drainMillis) {
        public static final Options DEFAULTS = new Options(1, RetryDelay.DEFAULT, 15_000);

        public Options {
            if (copies < 1 || drainMillis < 0) {
                throw new IllegalArgumentException(
                        "copies is at least 1, drainMillis not negative");
            }
        }

        public Options copies(int value) {
            return new Options(value, retry, drainMillis);
        }
    }

    /** Says who sees the messages of an instance. */
    @FunctionalInterface
    public interface ObserverSource {
        ObserverSource NOBODY = (application, flow, instance) -> null;

        /**
         * An observer that one thread alone will call; null for nobody.
         *
         * @param instance the thread's name
         */
        FlowObserver observer(String application, String flow, String instance);
    }

    private static final class DeployedFlow {
        private final CompiledFlow compiled;
        private final BrokerServices services;
        private final Map<String, Worker> workers = new LinkedHashMap<>();
        private boolean running = true;

        DeployedFlow(CompiledFlow compiled, BrokerServices services) {
            this.compiled = compiled;
            this.services = services;
        }

        FlowStatus status() {
            return new FlowStatus(
                    compiled.application(),
                    compiled.name(),
                    running,
                    workers.values().stream().map(Worker::status).toList());
        }
    }

    /** A thread's place: its name, and the input node whose messages it takes. */
    private record Slot(CompiledFlow flow, BrokerServices services, String input, String thread) {}

    public ExecutionGroup(String name, BrokerServices services, Options options) {
        this.name = name;
        this.services = services;
        this.options = options;
    }

    public String name() {
        return name;
    }

    /** Begins to observe, or to stop observing, from each thread's next message on. */
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
     * Makes these the flows of an application in this group: new ones are started, those of the
     * same name are replaced, others of the application are taken away. A flow that was stopped
     * stays so. Returns when the new flows run.
     *
     * @throws MillraceException with FLOW_STOPPED where a message under way did not end in time, or
     *     what a node threw when it was made; then nothing has changed
     */
    public void deploy(String application, List<CompiledFlow> next) {
        deploy(application, next, services);
    }

    /**
     * As {@link #deploy(String, List)}, with services of the application's own, for example data
     * sources or limits that other applications of the group do not have.
     */
    public synchronized void deploy(
            String application, List<CompiledFlow> next, BrokerServices own) {
        Map<String, DeployedFlow> old = flowsOf(application);
        Map<Slot, FlowInstance> made = instantiate(next, own, old);
        List<Worker> affected = new ArrayList<>();
        old.values().forEach(f -> affected.addAll(f.workers.values()));
        boolean paused = reach(affected, Wish.PAUSE);
        if (!paused && next.isEmpty()) {
            paused = abandon(affected, Wish.PAUSE);
            affected.forEach(w -> w.abandon(false));
        }
        if (!paused) {
            affected.forEach(w -> w.wish(Wish.RUN));
            made.values().forEach(Quietly::close);
            throw new MillraceException(
                    ErrorCode.FLOW_STOPPED,
                    "application "
                            + application
                            + " was not changed: after "
                            + options.drainMillis
                            + " ms these were still busy with a message: "
                            + busy(affected)
                            + "; to stop the flow ends what its programs do");
        }
        reach(affected, Wish.RELEASE);
        Map<String, Worker> free = new LinkedHashMap<>();
        affected.forEach(w -> free.put(w.name(), w));
        old.keySet().forEach(flows::remove);
        for (CompiledFlow flow : next) {
            DeployedFlow before = old.get(key(flow));
            DeployedFlow now = new DeployedFlow(flow, own);
            now.running = before == null || before.running;
            flows.put(key(flow), now);
            if (now.running) {
                slots(flow, own)
                        .forEach(
                                slot ->
                                        now.workers.put(
                                                slot.thread, begin(slot, made.get(slot), free)));
            }
        }
        free.values().forEach(w -> w.wish(Wish.STOP));
        reach(new ArrayList<>(free.values()), Wish.STOP);
    }

    /**
     * Takes all flows of an application away when their messages under way have ended, or were
     * abandoned as {@link #stop} says; throws as deploy does.
     */
    public void undeploy(String application) {
        deploy(application, List.of());
    }

    /** Starts a flow that was stopped; does nothing where it runs. */
    public synchronized void start(String application, String flow) {
        DeployedFlow deployed = deployed(application, flow);
        if (deployed.running) {
            return;
        }
        Map<Slot, FlowInstance> made =
                instantiate(List.of(deployed.compiled), deployed.services, Map.of());
        deployed.workers.clear();
        deployed.running = true;
        made.forEach(
                (slot, instance) ->
                        deployed.workers.put(slot.thread, begin(slot, instance, Map.of())));
    }

    /**
     * Stops a flow when its messages under way have ended. Those that take longer than a deployment
     * waits are abandoned: an ESQL program ends with FLOW_STOPPED, and a message in a unit of work
     * is rolled back.
     *
     * @return false where they had not ended even then; they still end, and then their threads do
     */
    public synchronized boolean stop(String application, String flow) {
        DeployedFlow deployed = deployed(application, flow);
        deployed.running = false;
        return end(new ArrayList<>(deployed.workers.values()));
    }

    /** The flows in the order in which they were deployed. */
    public synchronized List<FlowStatus> status() {
        return flows.values().stream().map(DeployedFlow::status).toList();
    }

    /** All threads. Does not wait for a deployment. */
    public List<InstanceStatus> instances() {
        threads.removeIf(w -> w.status().state() == InstanceStatus.State.STOPPED);
        return threads.stream().map(Worker::status).toList();
    }

    /** Stops all flows, each as {@link #stop} does. */
    @Override
    public synchronized void close() {
        List<Worker> all = new ArrayList<>();
        flows.values()
                .forEach(
                        f -> {
                            f.running = false;
                            all.addAll(f.workers.values());
                        });
        end(all);
        flows.clear();
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

    private Map<Slot, FlowInstance> instantiate(
            List<CompiledFlow> next, BrokerServices own, Map<String, DeployedFlow> old) {
        Map<Slot, FlowInstance> made = new LinkedHashMap<>();
        try {
            for (CompiledFlow flow : next) {
                DeployedFlow before = old.get(key(flow));
                if (before == null || before.running) {
                    slots(flow, own).forEach(slot -> made.put(slot, open(slot)));
                }
            }
            return made;
        } catch (RuntimeException | Error failure) {
            made.values().forEach(Quietly::close);
            throw failure;
        }
    }

    private List<Slot> slots(CompiledFlow flow, BrokerServices own) {
        int threads = (1 + flow.settings().additionalInstances()) * options.copies;
        List<Slot> slots = new ArrayList<>();
        for (CompiledNode input : flow.inputs()) {
            for (int i = 1; i <= threads; i++) {
                String thread = name + "/" + flow.name() + "/" + input.name() + "/" + i;
                slots.add(new Slot(flow, own, input.name(), thread));
            }
        }
        return slots;
    }

    private FlowInstance open(Slot slot) {
        return FlowInstance.open(slot.flow, slot.input, name, slot.services);
    }

    /** Gives a slot its instance: to the thread that had the slot before, or to a new one. */
    private Worker begin(Slot slot, FlowInstance instance, Map<String, Worker> free) {
        Worker worker = free.get(slot.thread);
        if (worker != null && worker.mayGoOn()) {
            free.remove(slot.thread);
            worker.replace(instance, () -> open(slot));
            worker.observer(observerOf(slot.flow, worker));
            worker.wish(Wish.RUN);
            return worker;
        }
        Worker fresh =
                new Worker(slot.thread, slot.input, options.retry, instance, () -> open(slot));
        fresh.observer(observerOf(slot.flow, fresh));
        threads.add(fresh);
        fresh.start();
        return fresh;
    }

    private FlowObserver observerOf(CompiledFlow flow, Worker worker) {
        return observers.observer(flow.application(), flow.name(), worker.name());
    }

    private boolean end(List<Worker> workers) {
        return reach(workers, Wish.STOP) || abandon(workers, Wish.STOP);
    }

    /** No longer waits for messages, but for their programs to take notice of that. */
    private boolean abandon(List<Worker> workers, Wish wish) {
        workers.forEach(w -> w.abandon(true));
        return reach(workers, wish, NOTICE_MILLIS);
    }

    private boolean reach(List<Worker> workers, Wish wish) {
        return reach(workers, wish, options.drainMillis);
    }

    private static boolean reach(List<Worker> workers, Wish wish, long millis) {
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
