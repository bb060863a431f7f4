package io.millrace.flows.definition;

import io.millrace.engine.error.Place;

import java.util.Map;

/**
 * A node as a flow's file defines it.
 *
 * @param name its key below {@code nodes}
 * @param place where the name is written
 * @param type the node type's name, or {@value #SUBFLOW}, {@value #INPUT}, {@value #OUTPUT}
 * @param typePlace where the type is written
 * @param properties all keys but {@code type}, in the order of the file
 */
public record NodeEntry(
        String name,
        Place place,
        String type,
        Place typePlace,
        Map<String, PropertyText> properties) {

    /** The type of a node that stands for all nodes of a subflow. */
    public static final String SUBFLOW = "Subflow";

    /** The type of a node that is an input terminal of the subflow it is in. */
    public static final String INPUT = "Input";

    /** The type of a node that is an output terminal of the subflow it is in. */
    public static final String OUTPUT = "Output";

    /** The property of a Subflow node that names the subflow. */
    public static final String FLOW_PROPERTY = "flow";

    /** Whether the node is a terminal of its subflow, and so not a node when the flow runs. */
    public boolean isTerminal() {
        return type.equals(INPUT) || type.equals(OUTPUT);
    }

    public boolean isSubflow() {
        return type.equals(SUBFLOW);
    }
}
