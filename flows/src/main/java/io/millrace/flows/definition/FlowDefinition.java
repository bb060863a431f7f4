package io.millrace.flows.definition;

import io.millrace.engine.error.Place;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A flow or subflow as its file defines it. Names are not resolved yet.
 *
 * @param name what the file says behind {@code flow} or {@code subflow}
 * @param subflow whether it is for use in other flows only
 * @param place where the name is written
 * @param description what the author says of it; empty for nothing
 * @param properties properties of the flow as a whole, for example {@code additionalInstances}
 * @param nodes by name, in the order of the file
 * @param connections in the order of the file
 * @param promotions of a subflow: which properties of its nodes the flow that uses it can set, by
 *     the name they have there
 */
public record FlowDefinition(
        String name,
        boolean subflow,
        Place place,
        String description,
        Map<String, PropertyText> properties,
        Map<String, NodeEntry> nodes,
        List<Connection> connections,
        Map<String, Promotion> promotions) {

    public FlowDefinition {
        Objects.requireNonNull(name);
        Objects.requireNonNull(place);
        connections = List.copyOf(connections);
    }

    /** {@code flow} or {@code subflow}, for messages. */
    public String kind() {
        return subflow ? "subflow" : "flow";
    }
}
