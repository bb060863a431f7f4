package io.millrace.flows.check;

import io.millrace.engine.error.Place;
import io.millrace.engine.setting.SettingValue;
import io.millrace.flows.definition.FlowOptions;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A flow in which every name is resolved and subflows are inlined.
 *
 * @param name name of the flow
 * @param place position of the flow's definition
 * @param nodes nodes in the order of the files
 * @param wires connections between the nodes; the connections of a terminal are in the order in
 *     which messages follow them
 * @param labels names of the labels that the flow defines
 * @param options options that the flow sets
 * @param externals values of EXTERNAL variables by the full name of the subflow instance, and by
 *     variable; the name is empty for the flow itself
 */
public record CheckedFlow(
        String name,
        Place place,
        List<CheckedNode> nodes,
        List<Wire> wires,
        Set<String> labels,
        FlowOptions options,
        Map<String, Map<String, SettingValue>> externals) {

    public CheckedFlow {
        nodes = List.copyOf(nodes);
        wires = List.copyOf(wires);
        labels = Set.copyOf(labels);
    }

    /**
     * A connection.
     *
     * @param from index of the sending node
     * @param output output terminal of the sending node
     * @param to index of the receiving node
     * @param input input terminal of the receiving node
     */
    public record Wire(int from, String output, int to, String input) {}
}
