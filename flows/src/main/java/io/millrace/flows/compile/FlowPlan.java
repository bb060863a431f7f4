package io.millrace.flows.compile;

import io.millrace.engine.node.NodePlan;
import io.millrace.engine.runtime.CompiledFlow;
import io.millrace.engine.runtime.FlowSettings;
import io.millrace.flows.check.CheckedFlow;
import io.millrace.flows.check.CheckedNode;
import java.util.List;

/** A checked flow with the plans that the node types made of its nodes. Immutable. */
public final class FlowPlan {

    private static final String LABEL = "Label";
    private static final String LABEL_NAME = "labelName";

    private final String application;
    private final CheckedFlow flow;
    private final List<NodePlan> plans;

    FlowPlan(String application, CheckedFlow flow, List<NodePlan> plans) {
        this.application = application;
        this.flow = flow;
        this.plans = List.copyOf(plans);
    }

    public CheckedFlow checked() {
        return flow;
    }

    public String name() {
        return flow.name();
    }

    /** The nodes that messages enter by, in the order of the file. */
    public List<CheckedNode> inputs() {
        return flow.nodes().stream()
                .filter(n -> n.type().description().input())
                .toList();
    }

    /** The flow with as many threads as it says itself. */
    public CompiledFlow compiled() {
        return compiled(flow.additionalInstances());
    }

    /** The flow with threads beside the first one, for each input node. */
    public CompiledFlow compiled(int additionalInstances) {
        CompiledFlow.Builder builder = CompiledFlow.named(application, flow.name())
                .settings(new FlowSettings(
                        additionalInstances,
                        FlowSettings.DEFAULTS.commitCount(),
                        FlowSettings.DEFAULTS.commitIntervalMillis()));
        List<CheckedNode> nodes = flow.nodes();
        for (int i = 0; i < nodes.size(); i++) {
            builder.node(nodes.get(i), nodes.get(i).type(), plans.get(i));
        }
        for (CheckedFlow.Wire wire : flow.wires()) {
            builder.connect(
                    nodes.get(wire.from()).name(), wire.output(), nodes.get(wire.to()).name(), wire.input());
        }
        for (CheckedNode node : nodes) {
            if (node.type().description().type().equals(LABEL)) {
                builder.label(node.text(LABEL_NAME), node.name());
            }
        }
        return builder.build();
    }
}
