package io.millrace.flows.check;

import io.millrace.engine.error.Place;
import io.millrace.flows.definition.FlowOptions;

import java.util.List;
import java.util.Set;

/**
 * A flow in which every name is resolved and subflows are inlined.
 *
 * @param name the flow's name
 * @param place position of the flow's definition
 * @param nodes nodes in the order of the files
 * @param wires connections between the nodes; those of one terminal are in the order in which it
 *     serves them
 * @param labels the label names that the flow defines
 * @param options options that the flow sets for itself as a whole
 */
public record CheckedFlow(
        String name,
        Place place,
        List<CheckedNode> nodes,
        List<Wire> wires,
        Set<String> labels,
        FlowOptions options) {

    public CheckedFlow {
        nodes = List.copyOf(nodes);
        wires = List.copyOf(wires);
        labels = Set.copyOf(labels);
    }

    /**
     * A connection.
     *
     * @param from index of the sending node
     * @param output its output terminal
     * @param to index of the receiving node
     * @param input its input terminal
     */
    public record Wire(int from, String output, int to, String input) {}
}
