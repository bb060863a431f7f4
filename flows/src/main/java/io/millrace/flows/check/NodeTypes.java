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

    public NodeTypes {
        byName = Map.copyOf(byName);
    }

    public static NodeTypes of(NodeRegistry registry) {
        Map<String, NodeType> byName = new HashMap<>();
        registry.types().forEach(t -> byName.put(t.description().type(), t));
        return new NodeTypes(byName);
    }

    /** Returns the node type with a name; null if it does not exist. */
    NodeType find(String name) {
        return byName.get(name);
    }

    /** Returns a hint with similar names for an unknown name. */
    String near(String name) {
        List<String> names = new ArrayList<>(byName.keySet());
        names.add(NodeEntry.SUBFLOW);
        names.add(NodeEntry.INPUT);
        names.add(NodeEntry.OUTPUT);
        names.sort(null);
        return Problems.didYouMean(name, names, "expected one of " + String.join(", ", names));
    }
}
