package io.millrace.projects.flow;

import io.millrace.engine.error.Place;

import java.util.List;
import java.util.Map;

/**
 * A message flow or subflow.
 *
 * @param path path of the file in its project
 * @param name name with its schema, separated by dots
 * @param description descriptions and notes
 * @param properties promoted and user-defined properties, in the order of the file
 * @param nodes nodes by identifier, in the order of the file
 * @param connections connections, in the order of the file
 * @param notes notes on the canvas, with their positions
 */
public record MessageFlow(
        String path,
        String name,
        Place place,
        String description,
        List<FlowProperty> properties,
        Map<String, FlowNode> nodes,
        List<FlowConnection> connections,
        List<String> notes) {

    /** Returns the same flow with another name. */
    public MessageFlow withName(String other) {
        return new MessageFlow(
                path, other, place, description, properties, nodes, connections, notes);
    }

    /** Returns the same flow with other nodes. */
    public MessageFlow withNodes(Map<String, FlowNode> others) {
        return new MessageFlow(
                path, name, place, description, properties, others, connections, notes);
    }

    /** Returns the same flow with other properties. */
    public MessageFlow withProperties(List<FlowProperty> others) {
        return new MessageFlow(path, name, place, description, others, nodes, connections, notes);
    }

    /** Returns the broker schema; empty for the default schema. */
    public String schema() {
        int dot = name.lastIndexOf('.');
        return dot < 0 ? "" : name.substring(0, dot);
    }

    /** Whether the flow has terminals, so that other flows can use it. */
    public boolean hasTerminals() {
        return nodes.values().stream().anyMatch(FlowNode::isTerminal);
    }
}
