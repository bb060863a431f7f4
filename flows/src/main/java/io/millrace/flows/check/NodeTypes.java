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
 * The node types that flows may use. Immutable; safe to share between threads.
 *
 * @param byName by their names in flows
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

    /** Null where there is none of this name. */
    NodeType find(String name) {
        return byName.get(name);
    }

    /** Advice for a name that is none. */
    String near(String name) {
        List<String> names = new ArrayList<>(byName.keySet());
        names.add(NodeEntry.SUBFLOW);
        names.add(NodeEntry.INPUT);
        names.add(NodeEntry.OUTPUT);
        names.sort(null);
        String near = Problems.didYouMean(name, names);
        return near.isEmpty() ? "there are " + String.join(", ", names) : near;
    }
}
