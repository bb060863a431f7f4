package io.millrace.flows.check;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.flows.definition.FlowDefinition;
import io.millrace.flows.definition.NodeEntry;
import io.millrace.flows.definition.PropertyText;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Checks for subflows that contain themselves, and for connections that form a cycle. */
final class FlowCycles {

    /** Maximum number of nodes of a cycle that a problem names. */
    private static final int SHOWN = 12;

    private FlowCycles() {}

    static void ofSubflows(Map<String, FlowDefinition> subflows, Problems problems) {
        CycleSearch<FlowDefinition, PropertyText> search =
                new CycleSearch<>(
                        subflow ->
                                subflow.nodes().values().stream()
                                        .filter(NodeEntry::isSubflow)
                                        .flatMap(n -> Stream.ofNullable(n.subflow()))
                                        .iterator(),
                        name -> subflows.get(name.text()),
                        (name, cycle) ->
                                problems.error(
                                        ErrorCode.FLOW_CYCLE,
                                        name.place(),
                                        "the subflow "
                                                + cycle.getFirst().name()
                                                + " contains itself: "
                                                + loop(
                                                        cycle.stream()
                                                                .map(FlowDefinition::name)
                                                                .toList(),
                                                        0)));
        subflows.values().forEach(search::walk);
    }

    /**
     * Warns about connections that lead a message back to a node that it has not left yet. A cycle
     * of terminals of subflows without a node is an error.
     *
     * @param known connections that already closed a cycle in another graph with the same subflow
     */
    static void ofWires(FlowGraph graph, Set<Place> known, Problems problems) {
        CycleSearch<FlowGraph.Vertex, FlowGraph.Edge> search =
                new CycleSearch<>(
                        vertex -> vertex.edges.iterator(),
                        FlowGraph.Edge::to,
                        (closing, cycle) -> {
                            if (known.add(closing.place())) {
                                reportWire(closing, cycle, problems);
                            }
                        });
        graph.vertices().forEach(search::walk);
    }

    private static void reportWire(
            FlowGraph.Edge closing, List<FlowGraph.Vertex> cycle, Problems problems) {
        List<String> names = cycle.stream().map(v -> v.name).toList();
        int more = cycle.size() > SHOWN + 1 ? cycle.size() - SHOWN : 0;
        String text = "the connection forms a cycle: " + loop(names, more);
        if (cycle.stream().allMatch(FlowGraph.Vertex::isTerminal)) {
            problems.error(ErrorCode.FLOW_CYCLE, closing.place(), text, "remove a connection");
        } else {
            problems.warning(
                    ErrorCode.FLOW_CYCLE,
                    closing.place(),
                    text,
                    "a message that never leaves it fails at the limit propagationDepth; put the"
                            + " message on a queue that the flow reads, or use a loop in ESQL");
        }
    }

    /**
     * Returns the names of a cycle joined by arrows, ending with the first name. Names above the
     * maximum are only counted.
     */
    private static String loop(List<String> names, int counted) {
        List<String> shown = new ArrayList<>(names.subList(0, names.size() - counted));
        if (counted > 0) {
            shown.add("... " + counted + " more");
        }
        shown.add(names.getFirst());
        return String.join(" -> ", shown);
    }
}
