package io.millrace.projects.convert;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.setting.Setting;
import io.millrace.flows.definition.Endpoint;
import io.millrace.flows.definition.NodeEntry;
import io.millrace.flows.definition.Promotion;
import io.millrace.flows.definition.PropertyText;
import io.millrace.flows.definition.SettingKey;
import io.millrace.projects.dialect.NodeDialect;
import io.millrace.projects.dialect.Rule;
import io.millrace.projects.flow.Attribute;
import io.millrace.projects.flow.FlowNode;
import io.millrace.projects.flow.FlowProperty;
import io.millrace.projects.flow.MessageFlow;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The conversion of the promoted and user-defined properties of a flow. */
final class PromotionConverter {

    /** Names of the built-in properties of Subflow nodes. */
    private static final Set<String> RESERVED =
            Set.of(NodeEntry.FLOW_PROPERTY, "type", Promotion.EXTERNALS);

    private final Context context;
    private final FlowSet.Entry entry;
    private final MessageFlow flow;
    private final NodeConverter converter;
    private final PropertyConverter properties;

    PromotionConverter(
            Context context,
            FlowSet.Entry entry,
            NodeConverter converter,
            PropertyConverter properties) {
        this.context = context;
        this.entry = entry;
        this.flow = entry.flow();
        this.converter = converter;
        this.properties = properties;
    }

    private String name(FlowNode node) {
        String name = entry.names().of(node.id());
        return name == null ? node.id() : name;
    }

    /** Returns the nodes, with the values of promoted properties instead of their own. */
    Map<String, FlowNode> nodes() {
        Map<String, FlowNode> all = new LinkedHashMap<>(flow.nodes());
        for (FlowProperty property : flow.properties()) {
            Attribute value = property.value();
            for (FlowProperty.Link link : property.links()) {
                FlowNode node = all.get(link.node());
                if (node == null) {
                    context.findings()
                            .problems()
                            .warning(
                                    ErrorCode.PROJECT_REFERENCE,
                                    link.place(),
                                    "the promoted property %s belongs to the node %s, which does not exist"
                                            .formatted(property.name(), link.node()),
                                    "restore the file of the flow");
                } else if (value != null && !isOverridden(node.attributes(), link, value)) {
                    Map<String, Attribute> attributes = new LinkedHashMap<>(node.attributes());
                    attributes.put(link.property(), value.named(link.property()));
                    all.put(node.id(), node.withAttributes(attributes));
                }
            }
        }
        return all;
    }

    /**
     * Whether an override replaces the value of a node, but not the value of the promoted property.
     */
    private boolean isOverridden(
            Map<String, Attribute> attributes, FlowProperty.Link link, Attribute value) {
        Attribute own = attributes.get(link.property());
        return own != null && isOverride(own) && !isOverride(value);
    }

    private boolean isOverride(Attribute attribute) {
        return !attribute.place().source().name().equals(flow.place().source().name());
    }

    /** Adds the value that a subflow node sets for its instance. */
    void instanceValue(
            FlowNode node,
            Attribute attribute,
            FlowProperty property,
            FlowSet.Entry target,
            Map<String, PropertyText> values) {
        if (property.userDefined()) {
            values.put(SettingKey.EXTERNALS + property.name(), external(attribute));
        }
        PropertyConverter.Converted converted =
                promoted(node, attribute, property, target, new LinkedHashSet<>());
        if (converted != null) {
            values.put(promotedName(property), converted.text());
        }
    }

    /**
     * Converts a value in the same way as the node that finally receives it; null if no node
     * receives it.
     */
    private PropertyConverter.@Nullable Converted promoted(
            FlowNode user,
            Attribute attribute,
            FlowProperty property,
            FlowSet.Entry target,
            Set<String> visited) {
        for (FlowProperty.Link link : property.links()) {
            FlowNode node = target.flow().nodes().get(link.node());
            if (node == null || !visited.add(target.flow().name() + "#" + link.node())) {
                continue;
            }
            Attribute renamed = attribute.named(link.property());
            PropertyConverter.Converted converted =
                    node.isSubflow()
                            ? nested(user, renamed, node, target, visited)
                            : converted(user, renamed, node);
            if (converted != null) {
                return converted;
            }
        }
        return null;
    }

    private PropertyConverter.@Nullable Converted converted(
            FlowNode user, Attribute attribute, FlowNode node) {
        NodeDialect dialect = converter.dialect(node);
        return dialect.isSupported() ? properties.convert(user, dialect, attribute) : null;
    }

    /** Converts a value that a promoted property passes to a property of another subflow. */
    private PropertyConverter.@Nullable Converted nested(
            FlowNode user,
            Attribute attribute,
            FlowNode node,
            FlowSet.Entry from,
            Set<String> visited) {
        FlowSet.Entry target = context.flows().find(node, from.project());
        FlowProperty property = target == null ? null : property(target.flow(), attribute.name());
        if (target == null || property == null) {
            return null;
        }
        if (property.userDefined()) {
            return new PropertyConverter.Converted(
                    SettingKey.EXTERNALS + property.name(), external(attribute));
        }
        return promoted(user, attribute, property, target, visited);
    }

    /** Returns the value of a user-defined property. */
    private static PropertyText external(Attribute value) {
        return PropertyText.of(
                value.keyPlace(), value.place(), PropertyConverter.escaped(value.value()));
    }

    static @Nullable FlowProperty property(MessageFlow flow, String name) {
        return flow.properties().stream()
                .filter(p -> p.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    private static String promotedName(FlowProperty property) {
        return RESERVED.contains(property.name()) ? property.name() + "_" : property.name();
    }

    /** Returns the values of user-defined properties. */
    Map<String, PropertyText> externals() {
        Map<String, PropertyText> externals = new LinkedHashMap<>();
        for (FlowProperty property : flow.properties()) {
            Attribute value = property.value();
            if (property.userDefined() && value != null) {
                externals.put(property.name(), external(value));
            }
        }
        return externals;
    }

    /**
     * Returns the properties that users of this subflow can set.
     *
     * @param subflows flows of subflow nodes by the identifiers of the nodes
     * @param nodes converted nodes by name
     */
    Map<String, Promotion> promotions(
            Map<String, FlowSet.Entry> subflows, Map<String, NodeEntry> nodes) {
        Map<String, Promotion> promotions = new LinkedHashMap<>();
        for (FlowProperty property : flow.properties()) {
            Attribute given = property.value();
            Place place = given == null ? flow.place() : given.place();
            List<Endpoint> targets = new ArrayList<>();
            for (FlowProperty.Link link : property.links()) {
                FlowNode node = flow.nodes().get(link.node());
                String target =
                        node == null
                                ? null
                                : targetProperty(node, link.property(), subflows, nodes);
                if (node != null && target != null) {
                    targets.add(new Endpoint(name(node), target, place));
                }
            }
            if (property.userDefined()) {
                targets.add(new Endpoint(Promotion.EXTERNALS, property.name(), place));
            }
            if (!targets.isEmpty()) {
                String name = promotedName(property);
                promotions.put(name, new Promotion(name, place, targets));
            }
        }
        return promotions;
    }

    /**
     * Returns the property that a promoted property sets; null if Millrace has no such property.
     */
    private @Nullable String targetProperty(
            FlowNode node,
            String property,
            Map<String, FlowSet.Entry> subflows,
            Map<String, NodeEntry> nodes) {
        FlowSet.Entry target = subflows.get(node.id());
        if (target != null) {
            FlowProperty inner = property(target.flow(), property);
            if (inner == null) {
                return null;
            }
            return inner.links().isEmpty()
                    ? SettingKey.EXTERNALS + inner.name()
                    : promotedName(inner);
        }
        NodeDialect dialect = converter.dialect(node);
        NodeEntry entryOfNode = nodes.get(name(node));
        if (!dialect.isSupported()
                || entryOfNode == null
                || !entryOfNode.type().equals(dialect.node())) {
            return null;
        }
        return context.dialect().rule(dialect, property) instanceof Rule.Rename rename
                ? settingName(dialect, rename.property())
                : null;
    }

    private @Nullable String settingName(NodeDialect dialect, String property) {
        Setting setting = context.dialect().property(dialect, property);
        return setting == null ? null : setting.name();
    }
}
