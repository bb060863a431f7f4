package io.millrace.flows.broker;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.runtime.BrokerServices;
import io.millrace.engine.runtime.CompiledFlow;
import io.millrace.engine.runtime.ExecutionGroup;
import io.millrace.engine.runtime.FlowStatus;
import io.millrace.engine.runtime.InstanceStatus;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The execution groups of a broker, which are created when their first flow is deployed. One thread
 * at a time can change them; any thread can read their status.
 */
final class ExecutionGroups implements AutoCloseable {

    private final Map<String, ExecutionGroup> groups =
            Collections.synchronizedMap(new LinkedHashMap<>());
    private final Function<String, ExecutionGroup> factory;

    /**
     * The flows of a version of an application.
     *
     * @param services services of the flows
     * @param flows flows by execution group
     */
    record Version(BrokerServices services, Map<String, List<CompiledFlow>> flows) {

        /** Returns a version without flows. */
        Version withoutFlows() {
            return new Version(services, Map.of());
        }

        private List<CompiledFlow> in(ExecutionGroup group) {
            return flows.getOrDefault(group.name(), List.of());
        }

        /** Returns the first coordinated flow; null for none. */
        static String coordinated(Map<String, List<CompiledFlow>> flows) {
            return flows.values().stream()
                    .flatMap(List::stream)
                    .filter(f -> f.settings().coordinated())
                    .map(CompiledFlow::name)
                    .findFirst()
                    .orElse(null);
        }
    }

    /**
     * @param factory creates the group with a name
     */
    ExecutionGroups(Function<String, ExecutionGroup> factory) {
        this.factory = factory;
    }

    /** Returns the group with a name. Creates the group if necessary. */
    ExecutionGroup group(String name) {
        return groups.computeIfAbsent(name, factory);
    }

    /** Returns all groups. */
    List<ExecutionGroup> all() {
        return List.copyOf(groups.values());
    }

    /** Returns the group of a flow. */
    ExecutionGroup existing(FlowId flow) {
        ExecutionGroup group = groups.get(flow.group());
        if (group == null) {
            throw new MillraceException(
                    ErrorCode.UNKNOWN_EXECUTION_GROUP,
                    "the execution group %s has no flows; the groups are %s"
                            .formatted(flow.group(), String.join(", ", groups.keySet())));
        }
        return group;
    }

    /** Returns the threads of all flows. */
    List<InstanceStatus> instances() {
        return all().stream().flatMap(group -> group.instances().stream()).toList();
    }

    /** Returns the stopped flows of an application. */
    Set<FlowId> stopped(String application) {
        Set<FlowId> stopped = new TreeSet<>();
        for (ExecutionGroup group : all()) {
            for (FlowStatus flow : group.status()) {
                if (flow.application().equals(application) && !flow.running()) {
                    stopped.add(new FlowId(group.name(), application, flow.flow()));
                }
            }
        }
        return stopped;
    }

    /**
     * Deploys the flows of an application to each execution group. If a deployment fails, the
     * previous flows are restored in the groups that were already changed.
     *
     * @param old previous version; null for none
     * @param stopped flows that do not start if they are new in their execution group
     * @param stoppedBefore stopped flows of the previous version
     */
    void deploy(
            String application,
            Version next,
            Version old,
            Set<FlowId> stopped,
            Set<FlowId> stoppedBefore) {
        Set<String> names = new LinkedHashSet<>(next.flows().keySet());
        if (old != null) {
            names.addAll(old.flows().keySet());
        }
        List<ExecutionGroup> done = new ArrayList<>();
        try {
            for (String name : names) {
                ExecutionGroup group = group(name);
                deploy(group, application, next, stopped);
                done.add(group);
            }
        } catch (RuntimeException | Error failure) {
            done.forEach(group -> restore(group, application, old, stoppedBefore, failure));
            throw failure;
        }
    }

    /** Restores the flows of the previous version in all groups after a failure. */
    void restore(String application, Version old, Set<FlowId> stopped, Throwable failure) {
        all().forEach(group -> restore(group, application, old, stopped, failure));
    }

    private static void restore(
            ExecutionGroup group,
            String application,
            Version old,
            Set<FlowId> stopped,
            Throwable failure) {
        try {
            if (old == null) {
                group.undeploy(application);
            } else {
                deploy(group, application, old, stopped);
            }
        } catch (RuntimeException second) {
            failure.addSuppressed(second);
        }
    }

    private static void deploy(
            ExecutionGroup group, String application, Version version, Set<FlowId> stopped) {
        Set<String> names =
                stopped.stream()
                        .filter(f -> f.group().equals(group.name()))
                        .map(FlowId::flow)
                        .collect(Collectors.toSet());
        group.deploy(application, version.in(group), version.services(), names);
    }

    /** Stops all flows. The groups are stopped in parallel. */
    @Override
    public void close() {
        try (ExecutorService closing = Executors.newVirtualThreadPerTaskExecutor()) {
            all().forEach(group -> closing.execute(group::close));
        }
        groups.clear();
    }
}
