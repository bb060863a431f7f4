package io.millrace.flows.definition;

import io.millrace.engine.error.Place;

import java.util.Map;

/**
 * A node as defined in the file of a flow.
 *
 * @param name key of the node below {@code nodes}
 * @param place position of the name
 * @param type name of the node type, or {@value #SUBFLOW}, {@value #INPUT}, {@value #OUTPUT}
 * @param typePlace position of the type
 * @param properties all keys except {@code type}, in the order of the file
 */
public record NodeEntry(
        String name,
        Place place,
        String type,
        Place typePlace,
        Map<String, PropertyText> properties) {

    /** Type of a node that represents all nodes of a subflow. */
    public static final String SUBFLOW = "Subflow";

    /** Type of a node that is an input terminal of its subflow. */
    public static final String INPUT = "Input";

    /** Type of a node that is an output terminal of its subflow. */
    public static final String OUTPUT = "Output";

    /** Type of a node that represents the subflows of the operations of an OpenAPI document. */
    public static final String OPERATIONS = "Operations";

    /** Name of the property of a Subflow node that contains the name of the subflow. */
    public static final String FLOW_PROPERTY = "flow";

    /** Whether the node is a terminal of its subflow. Terminals are not nodes at run time. */
    public boolean isTerminal() {
        return type.equals(INPUT) || type.equals(OUTPUT);
    }

    /** Returns the name of the subflow of a Subflow node; null if it is missing. */
    public PropertyText subflow() {
        return properties.get(FLOW_PROPERTY);
    }

    public boolean isOperations() {
        return type.equals(OPERATIONS);
    }

    public boolean isSubflow() {
        return type.equals(SUBFLOW);
    }
}
