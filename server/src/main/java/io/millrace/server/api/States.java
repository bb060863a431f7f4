package io.millrace.server.api;

import io.millrace.engine.runtime.CallStatus;
import io.millrace.engine.runtime.InstanceStatus;
import io.millrace.flows.Broker;
import io.millrace.flows.Placement;
import io.millrace.flows.application.Administrator.Role;
import io.millrace.flows.broker.Deployment;
import io.millrace.flows.broker.FlowId;
import io.millrace.flows.broker.FlowStatistics;
import io.millrace.server.access.Caller;
import io.millrace.server.deploy.Deployments;
import io.millrace.server.deploy.Installed;
import io.millrace.server.deploy.Kind;
import io.millrace.server.deploy.Manifest;
import io.millrace.server.deploy.Revision;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The states of applications, flows and execution groups, as the API returns them. */
final class States {

    private static final long MAX_WAIT_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long POLL_NANOS = 5_000_000;

    /** Transient states, which a flow leaves without an operator command. */
    private static final Set<String> PASSING = Set.of("starting", "stopping", "paused");

    private final Broker broker;
    private final Deployments deployments;
    private final AccessCheck access;

    States(Broker broker, Deployments deployments, AccessCheck access) {
        this.access = access;
        this.broker = broker;
        this.deployments = deployments;
    }

    /** A thread of a flow. */
    record Instance(String name, String input, String state, long messages, String lastError) {}

    /**
     * A flow in an execution group.
     *
     * @param addresses addresses at which clients reach its input nodes
     */
    record Flow(
            String application,
            String flow,
            String group,
            String state,
            long messages,
            List<String> addresses,
            List<Instance> instances) {}

    /**
     * An application or a library.
     *
     * @param kind application or library
     * @param origin {@code deployed} or {@code run}
     * @param assignments assignments that an operator has changed, by flow
     * @param revision last revision that changed it; 0 if it is not deployed
     * @param libraries libraries that an application uses
     * @param users applications that use a library
     * @param inhibited queues that its flows read, and whose attribute inhibitGet is true
     */
    record Application(
            String name,
            Kind kind,
            String version,
            String state,
            String error,
            String origin,
            long revision,
            String sha256,
            String environment,
            String author,
            String created,
            Set<String> libraries,
            Set<String> users,
            List<String> inhibited,
            Map<String, Placement> assignments,
            List<Flow> flows) {

        boolean isLibrary() {
            return kind == Kind.LIBRARY;
        }
    }

    /** An execution group. */
    record Group(String name, String state, List<Flow> flows) {}

    List<Flow> flows(Predicate<FlowStatistics> selected) {
        return broker.statistics().stream().filter(selected).map(States::flow).toList();
    }

    private List<Flow> flows(Caller caller, Predicate<FlowStatistics> selected) {
        return flows(selected.and(f -> canView(caller, f)));
    }

    /** Returns the flows of an application that a user can view. */
    List<FlowStatistics> viewed(Caller caller, String application) {
        return broker.statistics().stream()
                .filter(f -> f.application().equals(application) && canView(caller, f))
                .toList();
    }

    private static boolean canView(Caller caller, FlowStatistics flow) {
        return caller.hasForFlow(
                Role.VIEW, new FlowId(flow.executionGroup(), flow.application(), flow.flow()));
    }

    private static Flow flow(FlowStatistics flow) {
        List<Instance> instances =
                flow.instances().stream()
                        .map(
                                i ->
                                        new Instance(
                                                i.name(),
                                                i.input(),
                                                i.state().name().toLowerCase(Locale.ROOT),
                                                i.messages(),
                                                i.lastError()))
                        .toList();
        return new Flow(
                flow.application(),
                flow.flow(),
                flow.executionGroup(),
                state(flow),
                flow.messages(),
                flow.calls().stream()
                        .map(CallStatus::address)
                        .filter(address -> !address.isEmpty())
                        .toList(),
                instances);
    }

    static String state(FlowStatistics flow) {
        Set<InstanceStatus.State> states = new LinkedHashSet<>();
        flow.instances().forEach(i -> states.add(i.state()));
        if (!flow.running()) {
            states.remove(InstanceStatus.State.STOPPED);
            return states.isEmpty() ? "stopped" : "stopping";
        }
        for (InstanceStatus.State found :
                List.of(
                        InstanceStatus.State.RECONNECTING,
                        InstanceStatus.State.RETRYING,
                        InstanceStatus.State.STARTING,
                        InstanceStatus.State.PAUSED)) {
            if (states.contains(found)) {
                return found.name().toLowerCase(Locale.ROOT);
            }
        }
        return states.contains(InstanceStatus.State.STOPPED) ? "failed" : "running";
    }

    /**
     * Returns the applications and flows that a user can view. Deployed applications come first,
     * followed by the applications that the command started.
     */
    List<Application> applications(Caller caller) {
        Map<String, Installed> installed = deployments.installed();
        List<Deployment> running = broker.deployments();
        Set<String> names = new LinkedHashSet<>(installed.keySet());
        running.forEach(d -> names.add(d.application()));
        names.removeIf(name -> !access.canView(caller, name));
        List<Application> all = new ArrayList<>();
        for (String name : names) {
            String version =
                    running.stream()
                            .filter(d -> d.application().equals(name))
                            .map(Deployment::version)
                            .findFirst()
                            .orElseGet(() -> installed.get(name).version());
            all.add(application(name, version, installed.get(name), caller));
        }
        return all;
    }

    /**
     * Returns an application that a user can view.
     *
     * @throws io.millrace.engine.error.MillraceException with UNKNOWN_APPLICATION
     */
    Application application(String name, Caller caller) {
        return applications(caller).stream()
                .filter(a -> a.name().equals(name))
                .findFirst()
                .orElseThrow(() -> deployments.notDeployed(name));
    }

    private Application application(
            String name, String version, Installed installed, Caller caller) {
        List<Flow> flows = flows(caller, f -> f.application().equals(name));
        RuntimeException failure = deployments.failures().get(name);
        Manifest manifest = deployments.manifest(name).orElse(null);
        boolean deployed = installed != null && (manifest != null || failure != null);
        List<Revision> revisions = deployed ? deployments.revisions(name) : List.of();
        boolean isLibrary = deployed && installed.kind() == Kind.LIBRARY;
        return new Application(
                name,
                isLibrary ? Kind.LIBRARY : Kind.APPLICATION,
                version,
                failure != null ? "failed" : isLibrary ? "deployed" : state(flows),
                failure == null ? "" : failure.getMessage(),
                deployed ? "deployed" : "run",
                revisions.isEmpty() ? 0 : revisions.getLast().number(),
                deployed ? installed.sha256() : "",
                deployed ? installed.environment() : "",
                manifest == null ? "" : manifest.author(),
                manifest == null ? "" : manifest.created(),
                manifest == null ? Set.of() : manifest.libraries().keySet(),
                isLibrary ? viewed(caller, deployments.usersOf(name)) : Set.of(),
                inhibited(name),
                deployed ? installed.assignments() : Map.of(),
                flows);
    }

    private List<String> inhibited(String application) {
        return broker.deployments().stream()
                .filter(d -> d.application().equals(application))
                .flatMap(d -> d.inputQueues().stream())
                .filter(
                        queue ->
                                broker.store()
                                        .definition(queue)
                                        .map(d -> d.rules().inhibitGet())
                                        .orElse(false))
                .distinct()
                .toList();
    }

    private Set<String> viewed(Caller caller, Set<String> applications) {
        return applications.stream()
                .filter(application -> access.canView(caller, application))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns the execution groups with the flows that a user can view. */
    List<Group> groups(Caller caller) {
        Set<String> names = new LinkedHashSet<>();
        List<Flow> all = flows(caller, f -> true);
        all.forEach(f -> names.add(f.group()));
        return names.stream()
                .map(
                        name -> {
                            List<Flow> own =
                                    all.stream().filter(f -> f.group().equals(name)).toList();
                            return new Group(name, state(own), own);
                        })
                .toList();
    }

    /** Returns the common state of flows; {@code partly running} if they differ. */
    static String state(List<Flow> flows) {
        Set<String> states = new LinkedHashSet<>();
        flows.forEach(f -> states.add(f.state()));
        for (String found :
                List.of("failed", "reconnecting", "retrying", "starting", "stopping", "paused")) {
            if (states.contains(found)) {
                return found;
            }
        }
        return states.isEmpty()
                ? "stopped"
                : states.size() == 1 ? states.iterator().next() : "partly running";
    }

    /** Waits until the selected flows run or are stopped, at most 10 seconds. */
    void await(Predicate<FlowStatistics> selected) {
        long deadline = System.nanoTime() + MAX_WAIT_NANOS;
        while (flows(selected).stream().anyMatch(f -> PASSING.contains(f.state()))
                && System.nanoTime() < deadline
                && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(POLL_NANOS);
        }
    }
}
