package io.millrace.flows.check;

import io.millrace.engine.error.Problems;
import io.millrace.engine.node.NodeRegistry;
import io.millrace.engine.node.NodeType;
import io.millrace.flows.definition.NodeEntry;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The node types that flows can use. Immutable. Safe for use by several threads.
 *
 * @param byName node types by their names in flows
 */
public record NodeTypes(Map<String, NodeType> byName) {

    /** Ends of the names of nodes with the same purpose. */
    private static final List<String> KINDS =
            List.of("Input", "Output", "Get", "Reply", "Request", "Compute");

    public NodeTypes {
        byName = Map.copyOf(byName);
    }

    public static NodeTypes of(NodeRegistry registry) {
        Map<String, NodeType> byName = new HashMap<>();
        registry.types().forEach(t -> byName.put(t.description().type(), t));
        return new NodeTypes(byName);
    }

    /** Returns the node type with a name; null if the type does not exist. */
    NodeType find(String name) {
        return byName.get(name);
    }

    /**
     * Returns a hint for an unknown name: a similar name, or the nodes for the same purpose as a
     * node of another product.
     */
    String near(String name) {
        List<String> names = new ArrayList<>();
        byName.forEach(
                (type, found) -> {
                    if (!found.description().isAbsent()) {
                        names.add(type);
                    }
                });
        names.add(NodeEntry.SUBFLOW);
        names.add(NodeEntry.OPERATIONS);
        names.add(NodeEntry.INPUT);
        names.add(NodeEntry.OUTPUT);
        names.sort(null);
        String plain = ForeignNames.node(name);
        String foreign = ForeignNames.advice(plain);
        if (foreign != null && !names.contains(plain)) {
            return foreign;
        }
        String other = "expected one of " + String.join(", ", names);
        for (String kind : KINDS) {
            List<String> same = name.endsWith(kind) ? ofKind(kind) : List.of();
            if (!same.isEmpty()) {
                other = "nodes of this kind are " + String.join(", ", same);
            }
        }
        String nearest = names.contains(plain) ? plain : Problems.nearest(plain, names);
        boolean mistyped = nearest != null && nearest.length() - plain.length() < 2;
        return mistyped ? "did you mean " + nearest + "?" : other;
    }

    private List<String> ofKind(String kind) {
        return byName.values().stream()
                .filter(t -> !t.description().isAbsent() && t.description().type().endsWith(kind))
                .map(t -> t.description().type())
                .sorted()
                .toList();
    }
}
