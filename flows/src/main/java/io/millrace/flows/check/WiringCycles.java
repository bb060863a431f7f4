package io.millrace.flows.check;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A search for connections that lead a message back to a node that it has not left yet. */
final class WiringCycles {

    /** Maximum number of nodes of a cycle that a problem names. */
    private static final int SHOWN = 12;

    private final Set<Place> known;
    private final Problems problems;

    /** State of each vertex. Absent: not visited; FALSE: on the path; TRUE: done. */
    private final Map<FlowGraph.Vertex, Boolean> done = new IdentityHashMap<>();

    private WiringCycles(Set<Place> known, Problems problems) {
        this.known = known;
        this.problems = problems;
    }

    private record Step(FlowGraph.Vertex vertex, Iterator<FlowGraph.Edge> rest) {}

    /**
     * Checks a graph.
     *
     * @param known connections that already closed a cycle in another graph with the same subflow
     */
    static void check(FlowGraph graph, Set<Place> known, Problems problems) {
        WiringCycles cycles = new WiringCycles(known, problems);
        for (FlowGraph.Vertex vertex : graph.vertices()) {
            cycles.walk(vertex);
        }
    }

    private void walk(FlowGraph.Vertex start) {
        if (done.containsKey(start)) {
            return;
        }
        List<Step> path = new ArrayList<>();
        enter(start, path);
        while (!path.isEmpty()) {
            Step step = path.getLast();
            if (!step.rest().hasNext()) {
                done.put(step.vertex(), true);
                path.removeLast();
                continue;
            }
            FlowGraph.Edge edge = step.rest().next();
            Boolean state = done.get(edge.to());
            if (state == null) {
                enter(edge.to(), path);
            } else if (!state) {
                report(edge, path);
            }
        }
    }

    private void enter(FlowGraph.Vertex vertex, List<Step> path) {
        done.put(vertex, false);
        path.add(new Step(vertex, vertex.edges.iterator()));
    }

    private void report(FlowGraph.Edge closing, List<Step> path) {
        if (!known.add(closing.place())) {
            return;
        }
        int from = path.size() - 1;
        while (path.get(from).vertex() != closing.to()) {
            from--;
        }
        List<String> names = new ArrayList<>();
        for (int i = from; i < path.size(); i++) {
            if (i - from == SHOWN && path.size() - from > SHOWN + 1) {
                names.add("... " + (path.size() - i) + " more");
                break;
            }
            names.add(path.get(i).vertex().name);
        }
        names.add(closing.to().name);
        problems.error(
                ErrorCode.FLOW_CYCLE,
                closing.place(),
                "the connection leads back to where the message comes from: "
                        + String.join(" -> ", names),
                "a message must leave a node for good; put it to a queue that the flow reads, or"
                        + " loop in ESQL");
    }
}
