package io.millrace.flows.broker;

import io.millrace.engine.runtime.CompiledFlow;
import io.millrace.engine.runtime.CompiledNode;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The type and the terminals of a node.
 *
 * @param type type as shown in ExceptionLists: {@code ComputeNode}
 */
public record NodeTerminals(String type, List<String> inputs, List<String> outputs) {

    public NodeTerminals {
        inputs = List.copyOf(inputs);
        outputs = List.copyOf(outputs);
    }

    /** Returns the nodes of a flow by {@code flow.node}. */
    static Map<String, NodeTerminals> of(String flow, List<CompiledFlow> flows) {
        Map<String, NodeTerminals> nodes = new TreeMap<>();
        for (CompiledFlow compiled : flows) {
            if (compiled.name().equals(flow)) {
                for (CompiledNode node : compiled.nodes()) {
                    nodes.put(
                            compiled.name() + "." + node.name(),
                            new NodeTerminals(node.typeLabel(), node.inputs(), node.outputs()));
                }
            }
        }
        return nodes;
    }
}
