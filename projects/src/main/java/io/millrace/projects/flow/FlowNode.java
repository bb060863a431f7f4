package io.millrace.projects.flow;

import io.millrace.engine.error.Place;

import java.util.List;
import java.util.Map;

/**
 * A node of a message flow.
 *
 * @param id identifier, to which connections refer
 * @param type {@link #SOURCE} and {@link #SINK} for terminals of a subflow; otherwise the path of
 *     the type, which ends in {@code .msgnode}, {@code .subflow} or {@code .msgflow}
 * @param label label, which can contain any characters
 * @param description short and long description, separated by a line end
 * @param location position in the editor; empty if it is not known
 * @param attributes properties by name, without those that have their default
 * @param rows rows of all tables
 */
public record FlowNode(
        String id,
        String type,
        String label,
        String description,
        String location,
        Map<String, Attribute> attributes,
        List<TableRow> rows,
        Place place) {

    /** Type of an input terminal of a subflow. */
    public static final String SOURCE = "FCMSource";

    /** Type of an output terminal of a subflow. */
    public static final String SINK = "FCMSink";

    private static final String BUILT_IN = ".msgnode";

    public boolean isTerminal() {
        return type.equals(SOURCE) || type.equals(SINK);
    }

    /** Whether the node represents another flow. */
    public boolean isSubflow() {
        return !isTerminal() && !type.endsWith(BUILT_IN);
    }

    /** Returns the same node with other properties. */
    public FlowNode withAttributes(Map<String, Attribute> others) {
        return new FlowNode(id, type, label, description, location, others, rows, place);
    }

    /** Returns the type without folders and suffix, for example {@code ComIbmCompute}. */
    public String plainType() {
        String name = type.substring(type.lastIndexOf('/') + 1);
        int dot = name.lastIndexOf('.');
        return dot < 0 ? name : name.substring(0, dot);
    }

    /** Returns the rows of a table. */
    public List<TableRow> rows(String table) {
        return rows.stream().filter(r -> r.table().equals(table)).toList();
    }
}
