package io.millrace.engine.runtime;

import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.node.NodeType;
import io.millrace.engine.node.TerminalDescription;

import java.util.List;
import java.util.stream.Stream;

/**
 * A node of a compiled flow: as the flow defines it, its type, and the plan that its type made of
 * it.
 */
public record CompiledNode(NodeDefinition definition, NodeType type, NodePlan plan) {

    public String name() {
        return definition.name();
    }

    /** The names of all output terminals, those that only this node has among them. */
    List<String> outputs() {
        return Stream.concat(
                        type.description().outputs().stream().map(TerminalDescription::name),
                        type.ownTerminals(definition::list).stream())
                .toList();
    }

    List<String> inputs() {
        return type.description().inputs().stream().map(TerminalDescription::name).toList();
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
