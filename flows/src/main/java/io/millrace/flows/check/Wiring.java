package io.millrace.flows.check;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Problems;
import io.millrace.flows.definition.FlowDefinition;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * A transformation that connects nodes directly, through the terminals of subflows, and so removes
 * these terminals.
 */
final class Wiring {

    /**
     * Maximum number of wires. Terminals of nested subflows with several connections multiply
     * wires.
     */
    static final int MAX_WIRES = 1_000_000;

    private Wiring() {}

    /**
     * Returns the wires of a graph without cycles. Those of one terminal are in the order in which
     * they are served.
     *
     * @return the wires; null, with a problem, if there are too many
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
