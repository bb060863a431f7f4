package io.millrace.flows.definition;

import io.millrace.engine.error.Place;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A flow or subflow as its file defines it. Names are not resolved yet.
 *
 * @param name name after {@code flow} or {@code subflow} in the file
 * @param subflow whether only other flows can use it
 * @param place position of the name
 * @param description description by the author; empty for none
 * @param properties properties of the flow as a whole, for example {@code additionalInstances}
 * @param nodes nodes by name, in the order of the file
 * @param connections connections in the order of the file
 * @param externals values of EXTERNAL variables in the ESQL of its nodes, by name
 * @param promotions properties of a subflow's nodes that the using flow can set, by their names in
 *     that flow
 */
public record FlowDefinition(
        String name,
        boolean subflow,
        Place place,
        String description,
        Map<String, PropertyText> properties,
        Map<String, NodeEntry> nodes,
        List<Connection> connections,
        Map<String, PropertyText> externals,
        Map<String, Promotion> promotions) {

    public FlowDefinition {
        Objects.requireNonNull(name);
        Objects.requireNonNull(place);
        connections = List.copyOf(connections);
    }

    /** Returns {@code flow} or {@code subflow}, for messages. */
    public String kind() {
        return subflow ? "subflow" : "flow";
    }
}
