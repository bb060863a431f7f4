package io.millrace.flows.compile;

import io.millrace.engine.node.NodePlan;
import io.millrace.engine.runtime.CompiledFlow;
import io.millrace.engine.runtime.FlowSettings;
import io.millrace.engine.setting.Setting;
import io.millrace.engine.setting.SettingKind;
import io.millrace.flows.check.CheckedFlow;
import io.millrace.flows.check.CheckedNode;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A checked flow with the compiled plans of its nodes. Immutable. */
public record FlowPlan(String application, CheckedFlow checked, List<NodePlan> plans) {

    private static final String OUT = "out";
    private static final String LABEL = "Label";
    private static final String LABEL_NAME = "labelName";

    public FlowPlan {
        plans = List.copyOf(plans);
    }

    public String name() {
        return checked.name();
    }

    /** Returns the input nodes, in the order of the file. */
    public List<CheckedNode> inputs() {
        return checked.nodes().stream().filter(n -> n.type().description().input()).toList();
    }

    /**
     * Returns the queues by input node, in the order of the file. The queue is empty for a node
     * that does not read a queue.
     */
    public Map<String, String> inputQueues() {
        Map<String, String> queues = new LinkedHashMap<>();
        inputs().forEach(node -> queues.put(node.name(), queue(node)));
        return queues;
    }

    /** Returns the value of the first required queue property of the node type. */
    private static String queue(CheckedNode node) {
        return node.type().description().properties().settings().stream()
                .filter(p -> p.kind() == SettingKind.QUEUE && p.required())
                .map(Setting::name)
                .map(node::text)
                .findFirst()
                .orElse("");
    }

    /** Returns the flow with one thread for each input node. */
    public CompiledFlow compiled() {
        return compiled(checked.options().settings(0));
    }

    /** Returns the flow with the given settings instead of its own settings. */
    public CompiledFlow compiled(FlowSettings settings) {
        return compiled(settings, checked.wires());
    }

    /**
     * Returns a variant of the flow for testing a message from a node on. The given node receives
     * the messages that the first input node sends to {@code out}.
     *
     * @param start node that has an input terminal
     */
    public CompiledFlow compiledFrom(String start) {
        List<CheckedNode> nodes = checked.nodes();
        int input = nodes.indexOf(inputs().getFirst());
        int target = nodes.indexOf(node(start));
        List<CheckedFlow.Wire> wires = new ArrayList<>();
        checked.wires().stream()
                .filter(w -> w.from() != input || !w.output().equals(OUT))
                .forEach(wires::add);
        String terminal = node(start).type().description().inputs().getFirst().name();
        wires.add(new CheckedFlow.Wire(input, OUT, target, terminal));
        return compiled(checked.options().settings(0), wires);
    }

    /** Returns a node by its name; null if it does not exist. */
    public CheckedNode node(String name) {
        return checked.nodes().stream().filter(n -> n.name().equals(name)).findFirst().orElse(null);
    }

    private CompiledFlow compiled(FlowSettings settings, List<CheckedFlow.Wire> wires) {
        CompiledFlow.Builder builder =
                CompiledFlow.named(application, checked.name()).settings(settings);
        List<CheckedNode> nodes = checked.nodes();
        for (int i = 0; i < nodes.size(); i++) {
            builder.node(nodes.get(i), nodes.get(i).type(), plans.get(i));
        }
        for (CheckedFlow.Wire wire : wires) {
            builder.connect(
                    nodes.get(wire.from()).name(),
                    wire.output(),
                    nodes.get(wire.to()).name(),
                    wire.input());
        }
        for (CheckedNode node : nodes) {
            if (node.type().description().type().equals(LABEL)) {
                builder.label(node.text(LABEL_NAME), node.name());
            }
        }
        return builder.build();
    }
}
