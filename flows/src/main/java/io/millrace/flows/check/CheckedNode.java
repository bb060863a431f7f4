package io.millrace.flows.check;

import io.millrace.engine.error.Place;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodeType;

import java.util.List;
import java.util.Map;

/**
 * A node whose type is known and whose property values match their kinds. Its node type compiles
 * it.
 */
public record CheckedNode(
        NodeType type, String name, String label, Place place, Map<String, Property> properties)
        implements NodeDefinition {

    /**
     * A value of a property.
     *
     * @param texts strings of the value with parameters substituted
     * @param given whether the flow sets the value
     * @param place position of the value; the position of the node if the flow does not set it
     */
    public record Property(List<String> texts, boolean given, Place place) {}

    private Property property(String property) {
        return properties.getOrDefault(property, new Property(List.of(), false, place));
    }

    @Override
    public boolean isGiven(String property) {
        return property(property).given;
    }

    @Override
    public List<String> list(String property) {
        return property(property).texts;
    }

    @Override
    public Place place(String property) {
        return property(property).place;
    }

    @Override
    public String toString() {
        return label + " (" + type.description().type() + ")";
    }
}
