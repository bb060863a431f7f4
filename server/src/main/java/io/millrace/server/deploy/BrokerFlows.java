package io.millrace.server.deploy;

import io.millrace.flows.Broker;
import io.millrace.flows.broker.FlowId;
import io.millrace.flows.broker.FlowStatistics;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The flows of a broker and their states. */
record BrokerFlows(Broker broker) {

    static FlowId id(FlowStatistics flow) {
        return new FlowId(flow.executionGroup(), flow.application(), flow.flow());
    }

    /** Returns the flows of an application in the form {@code group/flow}. */
    static Set<FlowId> ids(String application, Set<String> flows) {
        return flows.stream()
                .map(f -> f.split("/", 2))
                .map(f -> new FlowId(f[0], application, f[1]))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    boolean isRunning(String application) {
        return broker.deployments().stream().anyMatch(d -> d.application().equals(application));
    }

    private List<FlowStatistics> of(String application) {
        return broker.statistics().stream()
                .filter(f -> f.application().equals(application))
                .toList();
    }

    /**
     * Returns the flows of an application that run or are stopped, and those of its next version.
     *
     * @param next next version; null for none
     */
    Set<FlowId> ofBoth(String application, Loaded next) {
        Set<FlowId> ids = new LinkedHashSet<>();
        of(application).forEach(flow -> ids.add(id(flow)));
        for (String flow : next == null ? List.<String>of() : next.application().flows()) {
            next.application()
                    .groups(flow)
                    .forEach(group -> ids.add(new FlowId(group, application, flow)));
        }
        return ids;
    }

    /** Returns the stopped flows of an application in the form {@code group/flow}. */
    Set<String> stopped(String application) {
        return of(application).stream()
                .filter(f -> !f.running())
                .map(f -> f.executionGroup() + "/" + f.flow())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * Returns the flows that must be stopped in the next version of an application: those that are
     * stopped now. A flow that is stopped in all its groups is also stopped in new groups.
     *
     * @param before stopped flows in the form {@code group/flow}
     */
    Set<FlowId> stoppedNext(String name, Set<String> before, Loaded next) {
        Set<String> stopped = new TreeSet<>();
        before.forEach(s -> stopped.add(s.substring(s.indexOf('/') + 1)));
        of(name).stream().filter(FlowStatistics::running).forEach(f -> stopped.remove(f.flow()));
        Set<FlowId> ids = new LinkedHashSet<>(ids(name, before));
        for (String flow : stopped) {
            next.application()
                    .groups(flow)
                    .forEach(group -> ids.add(new FlowId(group, name, flow)));
        }
        return ids;
    }

    /** Returns the stopped flows of an application that do not exist in a version. */
    static Set<String> absent(Set<String> stopped, Loaded next) {
        Set<String> absent = new TreeSet<>(stopped);
        absent.removeIf(f -> next.application().flows().contains(f.substring(f.indexOf('/') + 1)));
        return absent;
    }

    /** Returns the selected flows; throws the reason if there are none. */
    List<FlowStatistics> selected(Target target, Map<String, RuntimeException> failed) {
        List<FlowStatistics> all = broker.statistics();
        List<FlowStatistics> selected = all.stream().filter(f -> target.contains(id(f))).toList();
        if (selected.isEmpty()) {
            throw Selections.unknown(target, all, failed);
        }
        return selected;
    }

    void act(FlowId flow, Action action) {
        if (action != Action.START) {
            broker.stop(flow);
        }
        if (action != Action.STOP) {
            broker.start(flow);
        }
    }

    /** Restores the state of a flow before a failed change. */
    void undo(FlowStatistics before, RuntimeException failure) {
        try {
            act(id(before), before.running() ? Action.START : Action.STOP);
        } catch (RuntimeException second) {
            failure.addSuppressed(second);
        }
    }
}
