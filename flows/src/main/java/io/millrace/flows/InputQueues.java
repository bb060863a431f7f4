package io.millrace.flows;

import io.millrace.engine.node.PropertyDescription;
import io.millrace.engine.node.PropertyKind;
import io.millrace.flows.check.CheckedNode;
import io.millrace.flows.compile.FlowPlan;

import java.util.LinkedHashMap;
import java.util.Map;

/** The queues that input nodes read. */
final class InputQueues {

    private InputQueues() {}

    /**
     * Returns the queues by input node, in the order of the file; empty for a node that does not
     * read a queue.
     */
    static Map<String, String> queues(FlowPlan plan) {
        Map<String, String> queues = new LinkedHashMap<>();
        plan.inputs().forEach(node -> queues.put(node.name(), queue(node)));
        return queues;
    }

    /** Returns the value of the first required queue property of the node type. */
    private static String queue(CheckedNode node) {
        return node.type().description().properties().stream()
                .filter(p -> p.kind() == PropertyKind.QUEUE && p.required())
                .map(PropertyDescription::name)
                .map(node::text)
                .findFirst()
                .orElse("");
    }
}
