package io.millrace.flows.broker;

import io.millrace.engine.message.MessageMemory;
import io.millrace.engine.observe.ProcessLimits;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueStore;
import io.millrace.engine.runtime.CallStatus;
import io.millrace.engine.runtime.InstanceStatus;
import io.millrace.engine.setting.LimitRegistry;
import io.millrace.engine.setting.LimitUse;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The limits of the process, the queues and the flows of a broker. */
final class BrokerLimits {

    private final QueueStore store;
    private final Supplier<List<FlowStatistics>> flows;

    private BrokerLimits(QueueStore store, Supplier<List<FlowStatistics>> flows) {
        this.store = store;
        this.flows = flows;
    }

    /** Returns a registry with the limits of a broker and its process. */
    static LimitRegistry of(QueueStore store, Supplier<List<FlowStatistics>> flows) {
        BrokerLimits limits = new BrokerLimits(store, flows);
        LimitRegistry registry = new LimitRegistry();
        registry.add(ProcessLimits::read);
        registry.add(LimitRegistry.PROCESS::read);
        registry.add(store::limits);
        registry.add(limits::queues);
        registry.add(limits::flows);
        return registry;
    }

    private List<LimitUse> queues() {
        List<LimitUse> uses = new ArrayList<>();
        for (QueueDefinition model : store.models()) {
            uses.add(
                    LimitUse.count(
                            "dynamic queues",
                            model.name(),
                            store.dynamicQueues(model.name()),
                            model.rules().model().maxQueues()));
        }
        for (String name : store.names()) {
            // The names of dynamic queues are unlimited, and those of meters must be limited.
            int maximum =
                    store.definition(name)
                            .filter(queue -> !queue.rules().isDynamic())
                            .map(QueueDefinition::maxDepth)
                            .orElse(0);
            if (maximum > 0) {
                uses.add(LimitUse.count("queue depth", name, store.status(name).depth(), maximum));
            }
        }
        return uses;
    }

    private List<LimitUse> flows() {
        List<LimitUse> uses = new ArrayList<>();
        // All groups share the calls of an input node.
        Map<String, LimitUse> calls = new LinkedHashMap<>();
        for (FlowStatistics flow : flows.get()) {
            String name = flow.executionGroup() + "/" + flow.application() + "/" + flow.flow();
            List<InstanceStatus> instances = flow.instances();
            long busy =
                    instances.stream()
                            .filter(i -> i.state() == InstanceStatus.State.WORKING)
                            .count();
            uses.add(LimitUse.count("busy instances", name, busy, instances.size()));
            long held = instances.stream().mapToLong(InstanceStatus::heldBytes).max().orElse(0);
            uses.add(LimitUse.bytes("memory of a message", name, held, MessageMemory.MAX_BYTES));
            for (CallStatus input : flow.calls()) {
                String node = flow.application() + "/" + flow.flow() + "." + input.input();
                calls.put(
                        node,
                        LimitUse.count("waiting calls", node, input.waiting(), input.maxWaiting())
                                .raised(input.mostWaiting()));
            }
        }
        uses.addAll(calls.values());
        return uses;
    }
}
