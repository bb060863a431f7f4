package io.millrace.projects.convert;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.flows.definition.Connection;
import io.millrace.flows.definition.Endpoint;
import io.millrace.flows.definition.FlowDefinition;
import io.millrace.flows.definition.NodeEntry;
import io.millrace.flows.definition.PropertyText;
import io.millrace.projects.convert.Finding.Level;
import io.millrace.projects.dialect.NodeDialect;
import io.millrace.projects.flow.Attribute;
import io.millrace.projects.flow.FlowConnection;
import io.millrace.projects.flow.FlowNode;
import io.millrace.projects.flow.FlowProperty;
import io.millrace.projects.flow.MessageFlow;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The conversion of one flow or subflow. */
final class FlowConverter {

    private final Context context;
    private final FlowSet.Entry entry;
    private final MessageFlow flow;
    private final boolean subflow;
    private final PropertyConverter properties;
    private final NodeConverter converter;
    private final PromotionConverter promotions;
    private final Map<String, NodeEntry> nodes = new LinkedHashMap<>();

    /** Flows of subflow nodes by the identifiers of the nodes. */
    private final Map<String, FlowSet.Entry> subflows = new HashMap<>();

    /** Names of the nodes that messages enter and leave, by identifier. */
    private final Map<String, String> first = new HashMap<>();

    private final Map<String, String> last = new HashMap<>();

    /** Connections in chains of nodes that represent one node. */
    private final List<Connection> inner = new ArrayList<>();

    /**
     * @param subflow whether the result is a subflow
     */
    FlowConverter(Context context, FlowSet.Entry entry, boolean subflow) {
        this.context = context;
        this.entry = entry;
        this.flow = entry.flow();
        this.subflow = subflow;
        this.properties = new PropertyConverter(context, flow.name());
        this.converter = new NodeConverter(context, flow.name(), entry.names(), properties);
        this.converter.connections(flow.connections());
        this.promotions = new PromotionConverter(context, entry, converter, properties);
    }

    /** Returns the flows that the nodes represent. */
    List<FlowSet.Entry> uses() {
        return new ArrayList<>(new LinkedHashSet<>(subflows.values()));
    }

    FlowDefinition convert() {
        Map<String, FlowNode> effective = promotions.nodes();
        effective.values().stream().filter(FlowNode::isSubflow).forEach(this::resolve);
        for (FlowNode node : effective.values()) {
            context.findings().comment(node);
            if (node.isTerminal()) {
                terminal(node);
            } else if (node.isSubflow()) {
                subflowNode(node);
            } else {
                node(node);
            }
        }
        List<Connection> connections = new ArrayList<>(inner);
        flow.connections().forEach(c -> connection(c, connections));
        Map<String, PropertyText> options = new LinkedHashMap<>();
        PropertyText instances = properties.instances();
        if (instances != null && !subflow) {
            options.put("additionalInstances", instances);
        }
        if (!subflow) {
            options.putAll(context.overrides().options(flow.name(), context.findings()));
        }
        return new FlowDefinition(
                flow.name(),
                subflow,
                flow.place(),
                description(),
                options,
                nodes,
                connections,
                promotions.externals(),
                subflow ? promotions.promotions(subflows, nodes) : Map.of());
    }

    /** Returns the description of the flow, followed by the notes of its author. */
    private String description() {
        List<String> parts = new ArrayList<>();
        if (!flow.description().isEmpty()) {
            parts.add(flow.description());
        }
        flow.notes().forEach(n -> parts.add("Note " + n));
        return String.join("\n", parts);
    }

    private String name(FlowNode node) {
        String name = entry.names().of(node.id());
        return name == null ? node.id() : name;
    }

    private void resolve(FlowNode node) {
        FlowSet.Entry target = context.flows().find(node, entry.project());
        if (target != null) {
            subflows.put(node.id(), target);
        }
    }

    private void terminal(FlowNode node) {
        if (!subflow) {
            return;
        }
        boolean source = node.type().equals(FlowNode.SOURCE);
        put(node, List.of(entryOf(node, source ? NodeEntry.INPUT : NodeEntry.OUTPUT, Map.of())));
    }

    private NodeEntry entryOf(FlowNode node, String type, Map<String, PropertyText> values) {
        return new NodeEntry(name(node), node.place(), type, node.place(), values);
    }

    private void node(FlowNode node) {
        NodeDialect dialect = converter.dialect(node);
        Set<String> outputs = new LinkedHashSet<>();
        for (FlowConnection connection : flow.connections()) {
            if (connection.from().equals(node.id())) {
                outputs.add(
                        dialect.outputs().getOrDefault(connection.output(), connection.output()));
            }
        }
        put(node, converter.convert(node, name(node), outputs));
    }

    private void put(FlowNode node, List<NodeEntry> chain) {
        NodeEntry before = null;
        for (NodeEntry next : chain) {
            nodes.put(next.name(), next);
            if (before != null) {
                inner.add(
                        new Connection(
                                new Endpoint(before.name(), "out", node.place()),
                                List.of(new Endpoint(next.name(), "in", node.place()))));
            }
            before = next;
        }
        first.put(node.id(), chain.getFirst().name());
        last.put(node.id(), chain.getLast().name());
    }

    private void subflowNode(FlowNode node) {
        FlowSet.Entry target = subflows.get(node.id());
        if (target == null) {
            Set<String> outputs = new LinkedHashSet<>();
            flow.connections().stream()
                    .filter(c -> c.from().equals(node.id()))
                    .forEach(c -> outputs.add(c.output()));
            put(node, List.of(converter.missingSubflow(node, name(node), outputs)));
            return;
        }
        Map<String, PropertyText> values = new LinkedHashMap<>();
        values.put(
                NodeEntry.FLOW_PROPERTY,
                PropertyText.of(node.place(), node.place(), target.flow().name()));
        for (Attribute attribute : node.attributes().values()) {
            FlowProperty property = PromotionConverter.property(target.flow(), attribute.name());
            if (property == null) {
                difference(node, attribute, "the subflow has no such property");
            } else {
                promotions.instanceValue(node, attribute, property, target, values);
            }
        }
        context.findings()
                .add(
                        new Finding(
                                Level.SAME,
                                node.place(),
                                flow.name(),
                                node.label(),
                                node.type(),
                                "",
                                NodeEntry.SUBFLOW));
        put(node, List.of(entryOf(node, NodeEntry.SUBFLOW, values)));
    }

    private void difference(FlowNode node, Attribute attribute, String text) {
        context.findings()
                .difference(
                        new Finding(
                                Level.NEAR,
                                attribute.keyPlace(),
                                flow.name(),
                                node.label(),
                                attribute.name(),
                                attribute.shown(),
                                text));
    }

    private void connection(FlowConnection connection, List<Connection> connections) {
        FlowNode from = node(connection.from(), connection.fromPlace());
        FlowNode to = node(connection.to(), connection.toPlace());
        if (from == null || to == null || !subflow && (from.isTerminal() || to.isTerminal())) {
            return;
        }
        connections.add(
                new Connection(
                        new Endpoint(
                                last.getOrDefault(from.id(), name(from)),
                                output(from, connection.output()),
                                connection.outputPlace()),
                        List.of(
                                new Endpoint(
                                        first.getOrDefault(to.id(), name(to)),
                                        input(to, connection.input()),
                                        connection.inputPlace()))));
    }

    private @Nullable FlowNode node(String id, Place place) {
        FlowNode node = flow.nodes().get(id);
        if (node == null) {
            context.findings()
                    .problems()
                    .error(
                            ErrorCode.PROJECT_REFERENCE,
                            place,
                            id.isEmpty()
                                    ? "a connection must have the attributes sourceNode and"
                                            + " targetNode"
                                    : "the connection refers to the node '%s', which does not exist"
                                            .formatted(id),
                            Problems.didYouMean(id, flow.nodes().keySet()));
        }
        return node;
    }

    private String output(FlowNode node, String terminal) {
        if (node.isTerminal()) {
            return "out";
        }
        if (node.isSubflow()) {
            return terminalOf(node, terminal, FlowNode.SINK);
        }
        return converter.dialect(node).outputs().getOrDefault(terminal, terminal);
    }

    private String input(FlowNode node, String terminal) {
        if (node.isTerminal()) {
            return "in";
        }
        if (node.isSubflow()) {
            return subflows.containsKey(node.id())
                    ? terminalOf(node, terminal, FlowNode.SOURCE)
                    : "in";
        }
        NodeDialect dialect = converter.dialect(node);
        NodeEntry converted = nodes.get(first.getOrDefault(node.id(), ""));
        boolean supported =
                dialect.isSupported()
                        && converted != null
                        && converted.type().equals(dialect.node());
        return supported ? dialect.inputs().getOrDefault(terminal, terminal) : "in";
    }

    private String terminalOf(FlowNode node, String terminal, String type) {
        FlowSet.Entry target = subflows.get(node.id());
        String name = target == null ? null : target.names().terminal(terminal, type);
        return name == null ? terminal : name;
    }
}
