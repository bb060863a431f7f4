package io.millrace.flows.check;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problem;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Severity;
import io.millrace.engine.node.NodeType;
import io.millrace.engine.node.TerminalDescription;
import io.millrace.engine.setting.Setting;
import io.millrace.engine.setting.SettingValue;
import io.millrace.flows.definition.FlowDefinition;
import io.millrace.flows.definition.FlowOptions;
import io.millrace.flows.definition.NodeEntry;
import io.millrace.flows.definition.Overrides;
import io.millrace.flows.definition.Parameters;
import io.millrace.flows.definition.PropertyText;
import io.millrace.parsers.text.Section;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** A check of all flows and subflows of an application. */
public final class FlowCheck {

    /** Type of the nodes that define labels, and the property that names the label. */
    private static final String LABEL = "Label";

    private static final String LABEL_NAME = "labelName";

    private final NodeTypes types;
    private final Parameters parameters;
    private final Overrides overrides;
    private final Problems problems;
    private final PropertyCheck properties;
    private final Set<Place> cycles = new HashSet<>();
    private final Map<String, FlowDefinition> flows = new LinkedHashMap<>();
    private final Map<String, FlowDefinition> subflows = new LinkedHashMap<>();

    private FlowCheck(
            NodeTypes types,
            Set<String> domains,
            Parameters parameters,
            Overrides overrides,
            Problems problems) {
        this.types = types;
        this.parameters = parameters;
        this.overrides = overrides;
        this.problems = problems;
        this.properties = new PropertyCheck(parameters, domains, problems);
    }

    /**
     * Checks definitions.
     *
     * @param definitions flows, and all subflows that they use
     * @param domains known message domains
     * @param overrides values that replace values in the definitions
     * @param complete whether the files were read without errors; otherwise only the definitions
     *     themselves are checked
     * @param found receiver of the problems, each reported once
     * @return flows, in the given order; empty if a definition has an error
     */
    public static List<CheckedFlow> check(
            Collection<FlowDefinition> definitions,
            NodeTypes types,
            Set<String> domains,
            Parameters parameters,
            Overrides overrides,
            boolean complete,
            Problems found) {
        Problems problems = new Problems();
        List<CheckedFlow> checked =
                new FlowCheck(types, domains, parameters, overrides, problems)
                        .run(definitions, complete);
        new LinkedHashSet<>(problems.all()).forEach(found::add);
        return problems.hasErrors() ? List.of() : checked;
    }

    /** Warns about nodes whose types need another product. */
    private void absent(FlowDefinition definition) {
        for (NodeEntry node : definition.nodes().values()) {
            NodeType type = types.find(node.type());
            if (type != null && type.description().isAbsent()) {
                problems.warning(
                        ErrorCode.ABSENT_PRODUCT,
                        node.typePlace(),
                        "a " + node.type() + " node does not work in Millrace",
                        type.description().summary());
            }
        }
    }

    private List<CheckedFlow> run(Collection<FlowDefinition> definitions, boolean complete) {
        for (FlowDefinition definition : definitions) {
            Map<String, FlowDefinition> known = definition.subflow() ? subflows : flows;
            FlowDefinition other = known.putIfAbsent(definition.name(), definition);
            if (other != null && !definition.name().isEmpty()) {
                problems.error(
                        ErrorCode.DUPLICATE_NAME,
                        definition.place(),
                        "there is another "
                                + definition.kind()
                                + " "
                                + definition.name()
                                + " in "
                                + other.place());
            }
        }
        for (FlowDefinition definition : definitions) {
            new DefinitionCheck(definition, types, subflows, overrides, properties, problems).run();
        }
        new OverrideCheck(flows, subflows, types, problems).check(overrides);
        flows.values().forEach(this::options);
        FlowCycles.ofSubflows(subflows, problems);
        if (problems.hasErrors() || !complete) {
            // A flow cannot be built from an invalid definition: further problems would only be
            // consequences.
            flows.values().forEach(f -> inputNode(f, f.nodes().values().stream()));
            definitions.forEach(this::absent);
            return List.of();
        }
        for (FlowDefinition subflow : unused()) {
            FlowGraph graph = SubflowInliner.of(subflow, subflows, Overrides.NONE, problems);
            if (graph != null) {
                FlowCycles.ofWires(graph, cycles, problems);
            }
        }
        List<CheckedFlow> checked = new ArrayList<>();
        for (FlowDefinition flow : flows.values()) {
            CheckedFlow result = flow(flow);
            if (result != null) {
                checked.add(result);
            }
        }
        httpReplies(checked);
        return checked;
    }

    /** Warns about HTTP requests that no flow answers. A flow can reply for another flow. */
    private void httpReplies(List<CheckedFlow> checked) {
        if (checked.stream().anyMatch(flow -> !nodes(flow, "HTTPReply").isEmpty())) {
            return;
        }
        for (CheckedFlow flow : checked) {
            for (CheckedNode node : nodes(flow, "HTTPInput")) {
                problems.warning(
                        ErrorCode.NO_REPLY,
                        node.place(),
                        "no flow of the application has an HTTPReply: requests of node %s end with status 504"
                                .formatted(node.name()),
                        "add an HTTPReply, unless a flow of another application replies");
            }
        }
    }

    private static List<CheckedNode> nodes(CheckedFlow flow, String type) {
        return flow.nodes().stream()
                .filter(n -> n.type().description().type().equals(type))
                .toList();
    }

    /**
     * Returns the subflows that no definition uses. The other subflows are checked together with
     * the definitions that use them.
     */
    private Collection<FlowDefinition> unused() {
        Map<String, FlowDefinition> unused = new LinkedHashMap<>(subflows);
        Stream.concat(flows.values().stream(), subflows.values().stream())
                .flatMap(d -> d.nodes().values().stream())
                .filter(NodeEntry::isSubflow)
                .forEach(n -> unused.remove(n.subflow().text()));
        return unused.values();
    }

    private CheckedFlow flow(FlowDefinition flow) {
        FlowGraph graph = SubflowInliner.of(flow, subflows, overrides, problems);
        if (graph == null) {
            return null;
        }
        FlowCycles.ofWires(graph, cycles, problems);
        inputNode(
                flow,
                graph.vertices().stream()
                        .map(v -> v.entry)
                        .filter(n -> types.find(n.type()) != null));
        if (hasErrors()) {
            return null;
        }
        List<FlowGraph.Vertex> nodes = new ArrayList<>();
        for (FlowGraph.Vertex vertex : graph.vertices()) {
            if (!vertex.isTerminal()) {
                vertex.node = nodes.size();
                nodes.add(vertex);
            }
        }
        List<CheckedFlow.Wire> wires = Wiring.of(graph, flow, problems);
        if (wires == null) {
            return null;
        }
        List<CheckedNode> checked = nodes.stream().map(n -> node(flow, n)).toList();
        CheckedFlow result =
                new CheckedFlow(
                        flow.name(),
                        flow.place(),
                        checked,
                        entering(wires, checked),
                        labels(checked),
                        options(flow),
                        externals(graph));
        InputLoops.check(result, problems);
        replies(result);
        return result;
    }

    /** Warns about a flow that receives calls but never replies. */
    private void replies(CheckedFlow flow) {
        if (!nodes(flow, "CallableFlowReply").isEmpty()) {
            return;
        }
        for (CheckedNode node : nodes(flow, "CallableFlowInput")) {
            problems.warning(
                    ErrorCode.NO_REPLY,
                    node.place(),
                    "the flow has no CallableFlowReply: calls of node %s fail"
                            .formatted(node.name()),
                    "add a CallableFlowReply at the end of the flow");
        }
    }

    private boolean hasErrors() {
        return problems.all().stream().anyMatch(p -> p.severity() == Severity.ERROR);
    }

    private CheckedNode node(FlowDefinition flow, FlowGraph.Vertex vertex) {
        NodeType type = types.find(vertex.entry.type());
        Place place = vertex.entry.place();
        // Values from outside the subflow are checked here for the first time. The other values can
        // no longer have problems.
        Map<String, SettingValue> values =
                properties.check(
                        type.description(), vertex.name, place, vertex.properties, Set.of());
        return new CheckedNode(
                type, vertex.instance, vertex.name, flow.name() + "." + vertex.name, place, values);
    }

    /**
     * Completes connections that do not specify an input terminal with the first input terminal of
     * the node type.
     */
    private static List<CheckedFlow.Wire> entering(
            List<CheckedFlow.Wire> wires, List<CheckedNode> nodes) {
        List<CheckedFlow.Wire> named = new ArrayList<>(wires.size());
        for (CheckedFlow.Wire wire : wires) {
            List<TerminalDescription> inputs = nodes.get(wire.to()).type().description().inputs();
            String input = wire.input().isEmpty() ? inputs.getFirst().name() : wire.input();
            named.add(new CheckedFlow.Wire(wire.from(), wire.output(), wire.to(), input));
        }
        return named;
    }

    private Set<String> labels(List<CheckedNode> nodes) {
        Map<String, CheckedNode> labels = new HashMap<>();
        for (CheckedNode node : nodes) {
            if (node.type().description().type().equals(LABEL)) {
                CheckedNode other = labels.putIfAbsent(node.text(LABEL_NAME), node);
                if (other != null) {
                    duplicateLabel(node, other);
                }
            }
        }
        return labels.keySet();
    }

    private void duplicateLabel(CheckedNode node, CheckedNode other) {
        String label = node.text(LABEL_NAME);
        boolean same = node.place(LABEL_NAME).equals(other.place(LABEL_NAME));
        problems.error(
                ErrorCode.DUPLICATE_NAME,
                node.place(LABEL_NAME),
                same
                        ? "the flow uses this subflow several times, so the nodes %s and %s have the same label %s"
                                .formatted(other.name(), node.name(), label)
                        : "the label %s is also used by the node %s (%s)"
                                .formatted(label, other.name(), other.place(LABEL_NAME)),
                same ? "promote labelName, and set it in each node that uses the subflow" : "");
    }

    private FlowOptions options(FlowDefinition flow) {
        Map<String, SettingValue> values = new HashMap<>();
        PropertyText.merge(flow.properties(), overrides.of(flow.name(), ""))
                .forEach(
                        (name, given) -> {
                            Setting setting = FlowOptions.ASSIGNED.find(name);
                            String text = given.list() ? given.texts().toString() : given.text();
                            String filled = parameters.fill(text, given.place(), problems);
                            String value =
                                    setting == null
                                            ? null
                                            : Section.canonical(
                                                    setting, filled, given.place(), problems);
                            if (value != null) {
                                values.put(name, value(value, given));
                            }
                        });
        return new FlowOptions(values);
    }

    private Map<String, Map<String, SettingValue>> externals(FlowGraph graph) {
        Map<String, Map<String, SettingValue>> all = new LinkedHashMap<>();
        graph.externals()
                .forEach(
                        (instance, texts) -> {
                            Map<String, SettingValue> values = new LinkedHashMap<>();
                            texts.forEach((name, text) -> values.put(name, external(text)));
                            all.put(instance, values);
                        });
        return all;
    }

    private SettingValue external(PropertyText given) {
        return value(parameters.fill(given.text(), given.place(), problems), given);
    }

    private static SettingValue value(String text, PropertyText given) {
        return new SettingValue(List.of(text), given.texts(), given.layer(), given.place());
    }

    /**
     * Checks that a flow has an input node. Flows with subflows or unknown types are not checked.
     */
    private void inputNode(FlowDefinition flow, Stream<NodeEntry> nodes) {
        if (flow.nodes().isEmpty() && flow.name().isEmpty()) {
            return; // The file has no key of a flow, which was reported.
        }
        if (nodes.map(n -> types.find(n.type()))
                .anyMatch(type -> type == null || type.description().input())) {
            return;
        }
        List<String> inputs =
                types.byName().values().stream()
                        .filter(t -> t.description().input() && !t.description().isAbsent())
                        .map(t -> t.description().type())
                        .sorted()
                        .toList();
        problems.add(
                Problem.error(
                        ErrorCode.NO_INPUT_NODE,
                        flow.place(),
                        "the flow "
                                + flow.name()
                                + " has no input node, so no message can enter it",
                        "input nodes are " + String.join(", ", inputs)));
    }
}
