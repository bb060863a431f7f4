package io.millrace.engine.runtime;

import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.node.NodeType;
import io.millrace.engine.node.TerminalDescription;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** A node of a compiled flow, with definition, type and plan. */
public record CompiledNode(NodeDefinition definition, NodeType type, NodePlan plan) {

    public String name() {
        return definition.name();
    }

    /** Returns the names of all output terminals, including terminals that the node defines. */
    public List<String> outputs() {
        return Stream.concat(
                        type.description().outputs().stream().map(TerminalDescription::name),
                        Objects.requireNonNull(type.ownTerminals(definition::list)).stream())
                .toList();
    }

    /** Returns the names of the input terminals. */
    public List<String> inputs() {
        return type.description().inputs().stream().map(TerminalDescription::name).toList();
    }

    /** Whether messages enter the flow at this node. */
    public boolean isInput() {
        return type.description().input();
    }

    /** Returns the type as shown in ExceptionLists: {@code ComputeNode}. */
    public String typeLabel() {
        return type.description().type() + "Node";
    }
}
