package io.millrace.flows.broker;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.observe.Accounting;
import io.millrace.engine.observe.Counters;
import io.millrace.engine.observe.FlowObserver;
import io.millrace.engine.observe.FlowObservers;
import io.millrace.engine.observe.ObservedFlow;
import io.millrace.engine.runtime.CompiledFlow;
import io.millrace.engine.runtime.ExecutionGroup;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The counters and the accounting of the flows of a broker. Safe for use by several threads. */
final class FlowCounters {

    private final boolean enabled;
    private final FlowObservers further;
    private final Map<FlowId, Counters> counters = new ConcurrentHashMap<>();
    private final Map<FlowId, Accounting> accounting = new ConcurrentHashMap<>();

    /**
     * @param enabled whether messages are counted
     * @param further further observers of the messages
     */
    FlowCounters(boolean enabled, FlowObservers further) {
        this.enabled = enabled;
        this.further = further;
    }

    /** Counts the messages of all flows of a group, and adds the further observers. */
    void observe(ExecutionGroup group) {
        if (enabled || further != FlowObservers.NONE) {
            group.observe(
                    (flow, instance) -> {
                        FlowId id = new FlowId(group.name(), flow.application(), flow.name());
                        return further.observer(
                                new ObservedFlow(
                                        group.name(),
                                        flow.application(),
                                        flow.name(),
                                        flow.nodeTypes()),
                                instance,
                                counter(id, instance));
                    });
        }
    }

    private FlowObserver counter(FlowId id, String instance) {
        if (!enabled) {
            return FlowObserver.NONE;
        }
        Counters counted = counters.computeIfAbsent(id, i -> new Counters());
        return accounting(id).observer(instance, counted.slot(instance));
    }

    /** Returns the figures of a flow; null if the messages of the flow were not counted. */
    Counters.Flow figures(FlowId flow) {
        Counters counted = counters.get(flow);
        return counted == null ? null : counted.snapshot();
    }

    /**
     * Returns the accounting of a flow. The flow does not need to be deployed.
     *
     * @throws MillraceException with CONFIGURATION if messages are not counted
     */
    Accounting accounting(FlowId flow) {
        if (!enabled) {
            throw new MillraceException(
                    ErrorCode.CONFIGURATION,
                    "the broker was built without statistics; use BrokerBuilder.statistics(true)");
        }
        return accounting.computeIfAbsent(flow, id -> new Accounting());
    }

    /**
     * Removes the counters of flows that an application no longer has.
     *
     * @param flows flows of the application by execution group
     */
    void retain(String application, Map<String, List<CompiledFlow>> flows) {
        counters.keySet()
                .removeIf(
                        id ->
                                id.application().equals(application)
                                        && flows.getOrDefault(id.group(), List.of()).stream()
                                                .noneMatch(f -> f.name().equals(id.flow())));
    }
}
