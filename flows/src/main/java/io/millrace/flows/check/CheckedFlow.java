package io.millrace.flows.check;

import io.millrace.engine.error.Place;
import io.millrace.flows.definition.FlowOptions;

import java.util.List;
import java.util.Set;

/**
 * A flow whose every name is resolved; subflows are in place.
 *
 * @param name the flow's name
 * @param place where the flow is defined
 * @param nodes in the order of the files
 * @param wires connections between them; those of one terminal are in the order in which it serves
 *     them
 * @param labels the label names that the flow defines
 * @param options what the flow says of itself as a whole
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
     * @param from index of the node that gives
     * @param output its output terminal
     * @param to index of the node that takes
     * @param input its input terminal
     */
    public record Wire(int from, String output, int to, String input) {}
}
