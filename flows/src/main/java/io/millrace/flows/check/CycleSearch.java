package io.millrace.flows.check;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * A search for cycles in a graph, depth first and without recursion.
 *
 * @param <N> nodes, which are compared by identity
 * @param <E> edges
 */
final class CycleSearch<N, E> {

    private final Function<N, Iterator<E>> edges;
    private final Function<E, N> target;
    private final BiConsumer<E, List<N>> report;

    /** State of each node: absent if not visited, FALSE if on the current path, TRUE if done. */
    private final Map<N, Boolean> done = new IdentityHashMap<>();

    private record Step<N, E>(N node, Iterator<E> rest) {}

    /**
     * Creates a search.
     *
     * @param target function from an edge to its target node; null if the edge has no target
     * @param report receiver of each edge that closes a cycle, and of the nodes of the cycle,
     *     beginning with the target of the edge
     */
    CycleSearch(
            Function<N, Iterator<E>> edges, Function<E, N> target, BiConsumer<E, List<N>> report) {
        this.edges = edges;
        this.target = target;
        this.report = report;
    }

    /** Searches the nodes that are reachable from a node and were not visited before. */
    void walk(N start) {
        List<Step<N, E>> path = new ArrayList<>();
        enter(start, path);
        while (!path.isEmpty()) {
            Step<N, E> step = path.getLast();
            if (step.rest.hasNext()) {
                E edge = step.rest.next();
                N next = target.apply(edge);
                if (next != null && !enter(next, path) && !done.get(next)) {
                    List<N> nodes = path.stream().map(Step::node).toList();
                    report.accept(edge, nodes.subList(nodes.lastIndexOf(next), nodes.size()));
                }
            } else {
                done.put(step.node, true);
                path.removeLast();
            }
        }
    }

    /** Returns false for a node that was visited before. */
    private boolean enter(N node, List<Step<N, E>> path) {
        boolean fresh = done.putIfAbsent(node, false) == null;
        if (fresh) {
            path.add(new Step<>(node, edges.apply(node)));
        }
        return fresh;
    }
}
