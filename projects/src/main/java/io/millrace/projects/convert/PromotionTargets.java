package io.millrace.projects.convert;

import io.millrace.flows.definition.Endpoint;
import io.millrace.flows.definition.FlowDefinition;
import io.millrace.flows.definition.NodeEntry;
import io.millrace.flows.definition.Promotion;
import io.millrace.flows.definition.PropertyText;
import io.millrace.flows.definition.SettingKey;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A step of the conversion that removes promoted properties of nodes without an equivalent in
 * Millrace. The nodes are already in the report, so the values of the properties are not reported
 * again.
 */
final class PromotionTargets {

    private final Map<String, FlowDefinition> subflows = new HashMap<>();

    private PromotionTargets() {}

    /**
     * Returns the flows without promoted properties that no node has, and without the values of
     * these properties.
     */
    static List<FlowDefinition> clean(List<FlowDefinition> flows) {
        PromotionTargets targets = new PromotionTargets();
        flows.stream().filter(FlowDefinition::subflow).forEach(targets::add);
        while (targets.removeOnce()) {
            // A removed property can be the target of another subflow's property.
        }
        return flows.stream()
                .map(f -> f.subflow() ? targets.subflows.getOrDefault(f.name(), f) : f)
                .map(targets::withKnownValues)
                .toList();
    }

    private void add(FlowDefinition subflow) {
        subflows.put(subflow.name(), subflow);
    }

    /**
     * Whether a node has a property. Only properties of subflows can be missing; for other nodes,
     * returns true.
     */
    private boolean hasProperty(FlowDefinition flow, String node, String property) {
        NodeEntry entry = flow.nodes().get(node);
        return entry == null || hasProperty(entry, property);
    }

    private boolean hasProperty(NodeEntry node, String property) {
        PropertyText name = node.isSubflow() ? node.subflow() : null;
        FlowDefinition target = name == null ? null : subflows.get(name.text());
        return target == null
                || property.equals(NodeEntry.FLOW_PROPERTY)
                || property.startsWith(SettingKey.EXTERNALS)
                || target.promotions().containsKey(property);
    }

    /** Removes targets. Returns whether any was removed. */
    private boolean removeOnce() {
        boolean removed = false;
        for (FlowDefinition flow : List.copyOf(subflows.values())) {
            Map<String, Promotion> promotions = new LinkedHashMap<>();
            for (Promotion promotion : flow.promotions().values()) {
                List<Endpoint> known = new ArrayList<>(promotion.targets());
                removed |= known.removeIf(t -> !hasProperty(flow, t.node(), t.terminal()));
                if (!known.isEmpty()) {
                    promotions.put(
                            promotion.name(),
                            new Promotion(promotion.name(), promotion.place(), known));
                }
            }
            add(with(flow, flow.nodes(), promotions));
        }
        return removed;
    }

    private FlowDefinition withKnownValues(FlowDefinition flow) {
        Map<String, NodeEntry> nodes = new LinkedHashMap<>();
        flow.nodes().forEach((name, node) -> nodes.put(name, withKnownValues(node)));
        return with(flow, nodes, flow.promotions());
    }

    private NodeEntry withKnownValues(NodeEntry node) {
        Map<String, PropertyText> values = new LinkedHashMap<>(node.properties());
        return values.keySet().removeIf(p -> !hasProperty(node, p))
                ? new NodeEntry(node.name(), node.place(), node.type(), node.typePlace(), values)
                : node;
    }

    private static FlowDefinition with(
            FlowDefinition flow, Map<String, NodeEntry> nodes, Map<String, Promotion> promotions) {
        return new FlowDefinition(
                flow.name(),
                flow.subflow(),
                flow.place(),
                flow.description(),
                flow.properties(),
                nodes,
                flow.connections(),
                flow.externals(),
                promotions);
    }
}
