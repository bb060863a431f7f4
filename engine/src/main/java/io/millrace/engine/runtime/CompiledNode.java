package io.millrace.engine.runtime;

import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.node.NodeType;

/**
 * A node of a compiled flow: as the flow defines it, its type, and the plan that its type made of
 * it.
 */
public record CompiledNode(NodeDefinition definition, NodeType type, NodePlan plan) {

    public String name() {
        return definition.name();
    }

    /** Whether messages enter the flow here. */
    public boolean isInput() {
        return type.description().input();
    }

    /** The type as ExceptionLists call it: {@code ComputeNode}. */
    public String typeLabel() {
        return type.description().type() + "Node";
    }
}
