package io.millrace.projects.convert;

import io.millrace.engine.setting.Layer;
import io.millrace.flows.definition.PropertyText;
import io.millrace.projects.dialect.NodeDialect;
import io.millrace.projects.flow.Attribute;
import io.millrace.projects.flow.FlowNode;
import io.millrace.projects.flow.FlowProperty;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The conversion of overrides of nodes inside subflow instances, {@code
 * FLOW#INSTANCE.NODE.PROPERTY}, with instances at any depth, to settings of Millrace.
 */
final class InstanceOverrides {

    private final Context context;
    private final Map<String, PropertyText> settings = new LinkedHashMap<>();

    InstanceOverrides(Context context) {
        this.context = context;
    }

    /** Returns the settings by their full names. */
    Map<String, PropertyText> settings() {
        return settings;
    }

    /** Converts the overrides of a flow that do not refer to the flow's own nodes. */
    void add(FlowSet.Entry flow) {
        context.overrides()
                .inInstances(
                        flow.flow().name(),
                        (label, attribute) -> add(flow.flow().name(), "", flow, label, attribute));
    }

    /**
     * Adds a setting of a node below a subflow instance. Labels contain dots, so each node whose
     * label begins the path can be the instance.
     *
     * @param prefix names of the instances, with a dot after each
     * @param path labels of further instances and of the node
     * @return whether the node and its property exist
     */
    private boolean add(
            String root, String prefix, FlowSet.Entry flow, String path, Attribute attribute) {
        for (FlowNode node : flow.flow().nodes().values()) {
            if (!node.isTerminal() && !prefix.isEmpty() && node.label().equals(path)) {
                return set(root, prefix, flow, node, attribute);
            }
        }
        for (FlowNode node : flow.flow().nodes().values()) {
            FlowSet.Entry inner =
                    node.isSubflow() && path.startsWith(node.label() + ".")
                            ? context.flows().known(node, flow.project())
                            : null;
            String name = flow.names().of(node.id());
            if (inner != null
                    && add(
                            root,
                            prefix + name + ".",
                            inner,
                            path.substring(node.label().length() + 1),
                            attribute)) {
                return true;
            }
        }
        return false;
    }

    private boolean set(
            String root, String prefix, FlowSet.Entry flow, FlowNode node, Attribute attribute) {
        String name = prefix + flow.names().of(node.id());
        PropertyConverter properties = new PropertyConverter(context, root);
        if (node.isSubflow()) {
            return instance(root, name, flow, node, attribute, properties);
        }
        NodeConverter nodes = new NodeConverter(context, root, flow.names(), properties);
        NodeDialect dialect = nodes.dialect(node);
        PropertyConverter.Converted converted =
                dialect.isSupported() ? properties.convert(node, dialect, attribute) : null;
        if (converted != null) {
            put(root, name, converted.property(), converted.text());
        }
        return true;
    }

    private boolean instance(
            String root,
            String name,
            FlowSet.Entry flow,
            FlowNode node,
            Attribute attribute,
            PropertyConverter properties) {
        FlowSet.Entry target = context.flows().known(node, flow.project());
        FlowProperty property =
                target == null
                        ? null
                        : PromotionConverter.property(target.flow(), attribute.name());
        if (target == null || property == null) {
            return false;
        }
        Map<String, PropertyText> values = new LinkedHashMap<>();
        new PromotionConverter(
                        context,
                        flow,
                        new NodeConverter(context, root, flow.names(), properties),
                        properties)
                .instanceValue(node, attribute, property, target, values);
        values.forEach((key, value) -> put(root, name, key, value));
        return true;
    }

    private void put(String root, String node, String property, PropertyText value) {
        settings.put(
                root + "#" + node + "." + property,
                new PropertyText(
                        value.keyPlace(),
                        value.place(),
                        value.texts(),
                        value.list(),
                        Layer.APPLICATION));
    }
}
