package io.millrace.flows.check;

import io.millrace.engine.error.Place;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodeType;
import io.millrace.engine.setting.Layer;
import io.millrace.engine.setting.SettingValue;

import java.util.List;
import java.util.Map;

/**
 * A node whose type is known and whose property values match their kinds. Its node type compiles
 * it.
 *
 * @param instance full name of the subflow instance that contains the node; empty for a node of the
 *     flow itself
 * @param properties effective values by property
 */
public record CheckedNode(
        NodeType type,
        String instance,
        String name,
        String label,
        Place place,
        Map<String, SettingValue> properties)
        implements NodeDefinition {

    private SettingValue property(String property) {
        SettingValue value = properties.get(property);
        return value == null ? new SettingValue(List.of(), List.of(), Layer.DEFAULT, place) : value;
    }

    @Override
    public boolean isGiven(String property) {
        return property(property).isGiven();
    }

    @Override
    public List<String> list(String property) {
        return property(property).texts();
    }

    @Override
    public Place place(String property) {
        return property(property).place();
    }

    @Override
    public Place place(String property, int index) {
        return property(property).place(index);
    }

    @Override
    public String toString() {
        return label + " (" + type.description().type() + ")";
    }
}
