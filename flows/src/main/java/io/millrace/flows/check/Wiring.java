package io.millrace.flows.check;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Problems;
import io.millrace.flows.definition.FlowDefinition;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * A transformation that connects nodes directly. It replaces the connections through terminals of
 * subflows and removes these terminals.
 */
final class Wiring {

    /**
     * Maximum number of connections. Terminals of nested subflows with several connections multiply
     * connections.
     */
    static final int MAX_WIRES = 1_000_000;

    private Wiring() {}

    /**
     * Returns the connections of a graph without cycles. The connections of a terminal are in the
     * order in which messages follow them.
     *
     * @return connections; null if there are too many, which is reported
     */
    static List<CheckedFlow.Wire> of(FlowGraph graph, FlowDefinition flow, Problems problems) {
        List<CheckedFlow.Wire> wires = new ArrayList<>();
        Deque<FlowGraph.Edge> waiting = new ArrayDeque<>();
        for (FlowGraph.Vertex vertex : graph.vertices()) {
            if (vertex.isTerminal()) {
                continue;
            }
            for (FlowGraph.Edge edge : vertex.edges) {
                waiting.push(edge);
                while (!waiting.isEmpty()) {
                    FlowGraph.Edge next = waiting.pop();
                    if (next.to().isTerminal()) {
                        next.to().edges.reversed().forEach(waiting::push);
                    } else {
                        wires.add(
                                new CheckedFlow.Wire(
                                        vertex.node, edge.output(), next.to().node, next.input()));
                    }
                    if (wires.size() + waiting.size() > MAX_WIRES) {
                        problems.error(
                                ErrorCode.FLOW_SIZE,
                                flow.place(),
                                "the flow "
                                        + flow.name()
                                        + " has more than "
                                        + MAX_WIRES
                                        + " connections after its subflows are expanded");
                        return null;
                    }
                }
            }
        }
        return wires;
    }
}
