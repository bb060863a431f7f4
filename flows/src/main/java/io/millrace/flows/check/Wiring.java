package io.millrace.flows.check;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Problems;
import io.millrace.flows.definition.FlowDefinition;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Draws the wires between nodes, through the terminals of subflows, and so makes these vanish. */
final class Wiring {

    /** Terminals of subflows that fan out into each other multiply wires. */
    static final int MAX_WIRES = 1_000_000;

    private Wiring() {}

    /**
     * The wires of a graph without cycles, those of one terminal in the order in which they are
     * served.
     *
     * @return null, with a problem, where there are too many
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
                                        + " connections when its subflows are put in place");
                        return null;
                    }
                }
            }
        }
        return wires;
    }
}
