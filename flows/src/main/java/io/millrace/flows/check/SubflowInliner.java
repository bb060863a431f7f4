package io.millrace.flows.check;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Problems;
import io.millrace.flows.definition.Connection;
import io.millrace.flows.definition.Endpoint;
import io.millrace.flows.definition.FlowDefinition;
import io.millrace.flows.definition.NodeEntry;
import io.millrace.flows.definition.Overrides;
import io.millrace.flows.definition.Promotion;
import io.millrace.flows.definition.PropertyText;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A transformation that replaces Subflow nodes by the nodes of the subflows, with the values that
 * the Subflow nodes set.
 */
final class SubflowInliner {

    /** Maximum number of nodes of a flow. Nested subflows multiply nodes. */
    static final int MAX_NODES = 100_000;

    private final Map<String, FlowDefinition> subflows;
    private final Overrides overrides;
    private final String flow;
    private final Problems problems;
    private final FlowGraph graph = new FlowGraph();
    private final List<Frame> frames = new ArrayList<>();

    /**
     * A definition at one place of use.
     *
     * @param instance full name of the subflow instance; empty for the flow itself
     * @param settings values that the user of the subflow sets, by node and property
     */
    private record Frame(
            FlowDefinition definition,
            String instance,
            Map<String, Map<String, PropertyText>> settings) {

        /** Returns the full name of a node. */
        String name(String node) {
            return instance.isEmpty() ? node : instance + "." + node;
        }
    }

    private SubflowInliner(
            FlowDefinition flow,
            Map<String, FlowDefinition> subflows,
            Overrides overrides,
            Problems problems) {
        this.problems = problems;
        this.subflows = subflows;
        this.overrides = overrides;
        this.flow = flow.name();
    }

    /**
     * Inlines subflows. The definitions must have passed {@link DefinitionCheck} and {@link
     * FlowCycles#ofSubflows}.
     *
     * @param overrides values that replace those in the files
     * @return graph; null if the flow becomes too large, which is reported
     */
    static FlowGraph of(
            FlowDefinition flow,
            Map<String, FlowDefinition> subflows,
            Overrides overrides,
            Problems problems) {
        SubflowInliner inlining = new SubflowInliner(flow, subflows, overrides, problems);
        if (!inlining.nodes(flow)) {
            return null;
        }
        inlining.frames.forEach(inlining::wires);
        return inlining.graph;
    }

    private boolean nodes(FlowDefinition flow) {
        Deque<Frame> waiting = new ArrayDeque<>();
        waiting.push(new Frame(flow, "", Map.of()));
        while (!waiting.isEmpty()) {
            Frame frame = waiting.pop();
            frames.add(frame);
            graph.add(frame.instance(), externals(frame));
            List<Frame> inner = new ArrayList<>();
            for (NodeEntry node : frame.definition().nodes().values()) {
                Map<String, PropertyText> properties = properties(node, frame);
                if (node.isSubflow()) {
                    inner.add(use(node, properties, frame));
                } else {
                    FlowGraph.Vertex vertex =
                            new FlowGraph.Vertex(frame.instance(), node, properties);
                    if (!isUnique(vertex)) {
                        return false;
                    }
                    graph.add(vertex);
                }
            }
            if (graph.size() > MAX_NODES || frames.size() + waiting.size() > MAX_NODES) {
                problems.error(
                        ErrorCode.FLOW_SIZE,
                        flow.place(),
                        "the "
                                + flow.kind()
                                + " "
                                + flow.name()
                                + " has more than "
                                + MAX_NODES
                                + " nodes after its subflows are expanded");
                return false;
            }
            inner.reversed().forEach(waiting::push);
        }
        return true;
    }

    /**
     * Whether the name of a node is unique. Reports a node whose name contains a dot and is equal
     * to the full name of a node in a subflow.
     */
    private boolean isUnique(FlowGraph.Vertex vertex) {
        FlowGraph.Vertex other = graph.vertex(vertex.name);
        if (other != null) {
            problems.error(
                    ErrorCode.DUPLICATE_NAME,
                    vertex.entry.place(),
                    "the node has the same full name %s as the node in %s"
                            .formatted(vertex.name, other.entry.place()),
                    "rename one of them; dots in names also separate subflows and their nodes");
        }
        return other == null;
    }

    /**
     * Returns the properties of a node. Values that the using flow sets override values of the
     * node. Values in overrides files override both.
     */
    private Map<String, PropertyText> properties(NodeEntry node, Frame frame) {
        Map<String, PropertyText> outside = frame.settings().getOrDefault(node.name(), Map.of());
        return PropertyText.merge(
                PropertyText.merge(node.properties(), outside),
                overrides.of(flow, frame.name(node.name())));
    }

    /** Returns the values of EXTERNAL variables of a subflow instance or of the flow itself. */
    private Map<String, PropertyText> externals(Frame frame) {
        Map<String, PropertyText> outside =
                frame.settings().getOrDefault(Promotion.EXTERNALS, Map.of());
        Map<String, PropertyText> own = PropertyText.merge(frame.definition().externals(), outside);
        return frame.instance().isEmpty()
                ? PropertyText.merge(own, PropertyText.externals(overrides.of(flow, "")))
                : own;
    }

    private Frame use(NodeEntry node, Map<String, PropertyText> properties, Frame frame) {
        FlowDefinition definition = subflows.get(properties.get(NodeEntry.FLOW_PROPERTY).text());
        Map<String, Map<String, PropertyText>> settings = new HashMap<>();
        settings.put(Promotion.EXTERNALS, new LinkedHashMap<>());
        for (Promotion promotion : definition.promotions().values()) {
            PropertyText value = properties.get(promotion.name());
            if (value != null) {
                for (Endpoint target : promotion.targets()) {
                    settings.computeIfAbsent(target.node(), n -> new LinkedHashMap<>())
                            .put(target.terminal(), value);
                }
            }
        }
        settings.get(Promotion.EXTERNALS).putAll(PropertyText.externals(properties));
        return new Frame(definition, frame.name(node.name()), settings);
    }

    private void wires(Frame frame) {
        Map<String, NodeEntry> nodes = frame.definition().nodes();
        for (Connection connection : frame.definition().connections()) {
            Endpoint from = connection.from();
            boolean leaving = nodes.get(from.node()).isSubflow();
            FlowGraph.Vertex source = graph.vertex(frame.name(leaving ? from.text() : from.node()));
            for (Endpoint to : connection.to()) {
                FlowGraph.Vertex target = target(frame, nodes.get(to.node()), to);
                source.edges.add(
                        new FlowGraph.Edge(from.terminal(), target, to.terminal(), to.place()));
            }
        }
    }

    private FlowGraph.Vertex target(Frame frame, NodeEntry node, Endpoint to) {
        if (!node.isSubflow()) {
            return graph.vertex(frame.name(to.node()));
        }
        String terminal = to.terminal();
        if (terminal.isEmpty()) {
            FlowDefinition inner = subflows.get(node.subflow().text());
            terminal = DefinitionCheck.terminalsOf(inner, NodeEntry.INPUT).getFirst();
        }
        return graph.vertex(frame.name(node.name() + "." + terminal));
    }
}
