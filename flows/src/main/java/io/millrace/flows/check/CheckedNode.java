package io.millrace.flows.check;

import io.millrace.engine.error.Place;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodeType;

import java.util.List;
import java.util.Set;

/**
 * A node whose type is known and whose property values match their kinds. Node types compile it.
 */
public final class CheckedNode implements NodeDefinition {

    private final NodeType type;
    private final String name;
    private final String label;
    private final Place place;
    private final PropertyValues properties;
    private final Set<String> wired;

    CheckedNode(
            NodeType type,
            String name,
            String label,
            Place place,
            PropertyValues properties,
            Set<String> wired) {
        this.type = type;
        this.name = name;
        this.label = label;
        this.place = place;
        this.properties = properties;
        this.wired = Set.copyOf(wired);
    }

    public NodeType type() {
        return type;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String label() {
        return label;
    }

    @Override
    public Place place() {
        return place;
    }

    @Override
    public boolean isGiven(String property) {
        return properties.isGiven(property);
    }

    @Override
    public String text(String property) {
        return properties.text(property);
    }

    @Override
    public boolean flag(String property) {
        return properties.flag(property);
    }

    @Override
    public int integer(String property) {
        return properties.integer(property);
    }

    @Override
    public long millis(String property) {
        return properties.millis(property);
    }

    @Override
    public List<String> list(String property) {
        return properties.list(property);
    }

    @Override
    public Place place(String property) {
        return properties.place(property);
    }

    @Override
    public Set<String> wired() {
        return wired;
    }

    @Override
    public String toString() {
        return label + " (" + type.description().type() + ")";
    }
}
