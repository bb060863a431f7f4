package io.millrace.flows.broker;

import java.util.List;

/**
 * Type and terminals of a node.
 *
 * @param type type as shown in ExceptionLists: {@code ComputeNode}
 */
public record NodeTerminals(String type, List<String> inputs, List<String> outputs) {

    public NodeTerminals {
        inputs = List.copyOf(inputs);
        outputs = List.copyOf(outputs);
    }
}
