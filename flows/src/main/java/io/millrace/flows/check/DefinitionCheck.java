package io.millrace.flows.check;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Problems;
import io.millrace.engine.node.NodeDescription;
import io.millrace.engine.node.NodeType;
import io.millrace.engine.node.TerminalDescription;
import io.millrace.engine.setting.Setting;
import io.millrace.flows.definition.Connection;
import io.millrace.flows.definition.Endpoint;
import io.millrace.flows.definition.FlowDefinition;
import io.millrace.flows.definition.Names;
import io.millrace.flows.definition.NodeEntry;
import io.millrace.flows.definition.Overrides;
import io.millrace.flows.definition.Promotion;
import io.millrace.flows.definition.PropertyText;
import io.millrace.flows.definition.SettingKey;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A check of a single definition: node types, properties, terminals, connections. Only the
 * interfaces of other definitions are used. An error in a subflow is therefore reported once, even
 * if the subflow is used several times.
 */
record DefinitionCheck(
        FlowDefinition flow,
        NodeTypes types,
        Map<String, FlowDefinition> subflows,
        Overrides overrides,
        PropertyCheck properties,
        Problems problems) {

    /** Maximum number of names listed in a message. */
    private static final int MAX_LISTED = 20;

    void run() {
        Set<String> settable = promotions();
        flow.nodes().values().forEach(node -> node(node, settable));
        long before = problems.errors();
        flow.connections().forEach(this::connection);
        if (problems.errors() == before) {
            // A wrong connection would make the nodes after it unreachable.
            unreachable();
        }
    }

    /**
     * Checks the promotions of the subflow. Returns {@code node.property} of all properties that
     * can be set from outside.
     */
    private Set<String> promotions() {
        Set<String> settable = overridden();
        for (Promotion promotion : flow.promotions().values()) {
            if (promotion.name().equals(NodeEntry.FLOW_PROPERTY)
                    || promotion.name().equals("type")) {
                problems.error(
                        ErrorCode.DUPLICATE_NAME,
                        promotion.place(),
                        "a promoted property cannot be called " + promotion.name(),
                        "every Subflow node already has a key with this name");
            }
            for (Endpoint target : promotion.targets()) {
                if (isExternal(target)) {
                    continue;
                }
                NodeEntry node = flow.nodes().get(target.node());
                if (node == null) {
                    unknownNode(target);
                } else if (!propertiesOf(node).contains(target.terminal())) {
                    problems.error(
                            ErrorCode.UNKNOWN_PROPERTY,
                            target.terminalPlace(),
                            "the "
                                    + node.type()
                                    + " node "
                                    + node.name()
                                    + " has no property "
                                    + (target.terminal().isEmpty()
                                            ? "here: write node.property"
                                            : target.terminal()),
                            Problems.didYouMean(target.terminal(), propertiesOf(node)));
                } else if (namesTerminals(node, target.terminal())) {
                    problems.error(
                            ErrorCode.BAD_VALUE,
                            target.terminalPlace(),
                            target.terminal()
                                    + " cannot be promoted: it defines output terminals of the "
                                    + "node "
                                    + node.name()
                                    + ", which must be known here",
                            "set it in the subflow, at the node " + node.name());
                }
                settable.add(target.text());
            }
        }
        return settable;
    }

    /** Whether a promotion sets an EXTERNAL variable of this subflow or of a subflow in it. */
    private boolean isExternal(Endpoint target) {
        NodeEntry node = flow.nodes().get(target.node());
        return target.node().equals(Promotion.EXTERNALS) && !target.terminal().isEmpty()
                || node != null
                        && node.isSubflow()
                        && target.terminal().startsWith(SettingKey.EXTERNALS);
    }

    /** Returns {@code node.property} of all properties that overrides can set. */
    private Set<String> overridden() {
        Set<String> settable = new HashSet<>();
        for (SettingKey key : overrides.values().keySet()) {
            boolean own = key.flow().equals(flow.name()) && !flow.subflow();
            String node = key.node().substring(key.node().lastIndexOf('.') + 1);
            if (own ? node.equals(key.node()) : flow.subflow() && !node.equals(key.node())) {
                settable.add(node + "." + key.property());
            }
        }
        return settable;
    }

    private void node(NodeEntry node, Set<String> settable) {
        if (node.isSubflow()) {
            subflowNode(node);
            return;
        }
        if (node.isTerminal()) {
            terminalNode(node);
            return;
        }
        NodeType type = types.find(node.type());
        if (type == null) {
            if (!node.type().isEmpty()) {
                problems.error(
                        ErrorCode.UNKNOWN_NODE_TYPE,
                        node.typePlace(),
                        "unknown node type " + node.type(),
                        subflows.containsKey(node.type())
                                ? node.type()
                                        + " is a subflow: write {type: Subflow, flow: "
                                        + node.type()
                                        + "}"
                                : ConnectorModules.advice(node.type())
                                        .orElseGet(() -> types.near(node.type())));
            }
            return;
        }
        Set<String> promoted = new HashSet<>();
        for (Setting property : type.description().properties().settings()) {
            Stream.concat(Stream.of(property.name()), property.aliases().stream())
                    .filter(p -> settable.contains(node.name() + "." + p))
                    .forEach(promoted::add);
        }
        properties.check(
                type.description(), node.name(), node.place(), node.properties(), promoted);
    }

    private void terminalNode(NodeEntry node) {
        if (!flow.subflow()) {
            problems.error(
                    ErrorCode.UNKNOWN_NODE_TYPE,
                    node.typePlace(),
                    "an " + node.type() + " node is a terminal of a subflow, but this is a flow",
                    "begin the file with 'subflow: "
                            + flow.name()
                            + "', or use an MQInput or MQOutput node");
        }
        for (Map.Entry<String, PropertyText> given : node.properties().entrySet()) {
            problems.error(
                    ErrorCode.UNKNOWN_PROPERTY,
                    given.getValue().keyPlace(),
                    node.type() + " has no property " + given.getKey(),
                    "the name of the node is the name of the terminal");
        }
    }

    private void subflowNode(NodeEntry node) {
        PropertyText name = node.subflow();
        if (name == null) {
            problems.error(
                    ErrorCode.MISSING_KEY,
                    node.place(),
                    "the Subflow node " + node.name() + " does not specify its subflow",
                    "write it as " + node.name() + ": {type: Subflow, flow: NAME}");
            return;
        }
        FlowDefinition subflow = subflows.get(name.text());
        if (subflow == null) {
            problems.error(
                    ErrorCode.UNKNOWN_SUBFLOW,
                    name.place(),
                    "unknown subflow " + name.text(),
                    Problems.didYouMean(
                            name.text().replaceFirst("^.*/|\\.subflow(\\.ya?ml)?$", ""),
                            subflows.keySet(),
                            "a subflow is a file *.subflow.yaml that begins with 'subflow: NAME'"));
            return;
        }
        for (Map.Entry<String, PropertyText> given : node.properties().entrySet()) {
            if (!given.getKey().equals(NodeEntry.FLOW_PROPERTY)
                    && !given.getKey().startsWith(SettingKey.EXTERNALS)
                    && !subflow.promotions().containsKey(given.getKey())) {
                problems.error(
                        ErrorCode.UNKNOWN_PROPERTY,
                        given.getValue().keyPlace(),
                        "the subflow " + subflow.name() + " promotes no property " + given.getKey(),
                        Problems.didYouMean(
                                given.getKey(),
                                subflow.promotions().keySet(),
                                "it promotes " + list(subflow.promotions().keySet())));
            }
        }
    }

    private void connection(Connection connection) {
        Endpoint from = connection.from();
        NodeEntry source = flow.nodes().get(from.node());
        if (isReversed(connection)) {
            Endpoint to = connection.to().getFirst();
            problems.error(
                    ErrorCode.UNKNOWN_TERMINAL,
                    from.place(),
                    "the connection is reversed: "
                            + from.text()
                            + " is an input terminal, and "
                            + to.text()
                            + " is an output terminal",
                    "write " + to.text() + ": " + from.text());
            return;
        }
        if (source == null) {
            unknownNode(from);
        } else {
            if (from.terminal().isEmpty()) {
                problems.error(
                        ErrorCode.UNKNOWN_TERMINAL,
                        from.place(),
                        "a connection must begin with node.terminal, but the terminal is missing",
                        "the output terminals of "
                                + source.name()
                                + " are "
                                + list(outputs(source)));
            } else {
                terminal(from, source, outputs(source), "output");
            }
        }
        for (Endpoint to : connection.to()) {
            NodeEntry target = flow.nodes().get(to.node());
            if (target == null) {
                unknownNode(to);
            } else {
                terminal(to, target, inputs(target), "input");
            }
        }
    }

    /** Whether a connection leads from an input terminal to an output terminal. */
    private boolean isReversed(Connection connection) {
        Endpoint from = connection.from();
        NodeEntry source = flow.nodes().get(from.node());
        if (source == null || connection.to().size() != 1) {
            return false;
        }
        Endpoint to = connection.to().getFirst();
        NodeEntry target = flow.nodes().get(to.node());
        return target != null
                && isOnly(from, inputs(source), outputs(source))
                && isOnly(to, outputs(target), inputs(target));
    }

    private static boolean isOnly(Endpoint end, List<String> in, List<String> notIn) {
        return in != null
                && in.contains(end.terminal())
                && notIn != null
                && !notIn.contains(end.terminal());
    }

    private void terminal(Endpoint end, NodeEntry node, List<String> known, String direction) {
        if (known == null || known.contains(end.terminal())) {
            return;
        }
        if (end.terminal().isEmpty() && !known.isEmpty()) {
            return;
        }
        String what =
                node.isSubflow()
                        ? "the subflow of " + node.name()
                        : "the " + node.type() + " node " + node.name();
        String named = end.terminal().isEmpty() ? "" : " " + end.terminal();
        if (node.isSubflow() && known.isEmpty()) {
            boolean isInput = direction.equals("input");
            String kind = isInput ? NodeEntry.INPUT : NodeEntry.OUTPUT;
            problems.error(
                    ErrorCode.UNKNOWN_TERMINAL,
                    end.terminalPlace(),
                    "the subflow " + node.subflow().text() + " has no " + kind + " node",
                    "add an "
                            + kind
                            + " node to the subflow: its name is the "
                            + direction
                            + " terminal");
            return;
        }
        problems.error(
                ErrorCode.UNKNOWN_TERMINAL,
                end.terminalPlace(),
                what + " has no " + direction + " terminal" + named,
                known.isEmpty()
                        ? withoutTerminals(node, direction)
                        : Problems.didYouMean(end.terminal(), known, "it has " + list(known)));
    }

    /** Returns the hint for a node without terminals of a direction. */
    private String withoutTerminals(NodeEntry node, String direction) {
        return direction.equals("output")
                ? "it ends the path of a message"
                : node.type().equals("Label")
                        ? "a RouteToLabel node sends messages to it by its labelName"
                        : "it only begins a path of messages";
    }

    private void unknownNode(Endpoint end) {
        Set<String> nodes = flow.nodes().keySet();
        String all = nodes.size() > MAX_LISTED ? "" : "it has " + list(nodes);
        if (end.node().contains(",")) {
            all = "write several targets as a list: [" + end.node() + "]";
        }
        problems.error(
                ErrorCode.UNKNOWN_NODE,
                end.nodePlace(),
                "the " + flow.kind() + " has no node " + end.node(),
                Problems.didYouMean(
                        end.node(), nodes.stream().filter(Names::isName).toList(), all));
    }

    /**
     * Returns the output terminals of a node; null if the type of the node is unknown, in which
     * case they cannot be checked.
     */
    private List<String> outputs(NodeEntry node) {
        return terminals(node, NodeEntry.OUTPUT, false);
    }

    private List<String> inputs(NodeEntry node) {
        return terminals(node, NodeEntry.INPUT, true);
    }

    private List<String> terminals(NodeEntry node, String terminalType, boolean in) {
        if (node.isTerminal()) {
            boolean leads = node.type().equals(NodeEntry.INPUT) != in;
            return leads ? List.of(in ? "in" : "out") : List.of();
        }
        if (node.isSubflow()) {
            FlowDefinition subflow = subflowOf(node);
            return subflow == null ? null : terminalsOf(subflow, terminalType);
        }
        NodeType type = types.find(node.type());
        if (type == null) {
            return null;
        }
        NodeDescription description = type.description();
        List<String> named =
                (in ? description.inputs() : description.outputs())
                        .stream().map(TerminalDescription::name).toList();
        List<String> own = in ? List.of() : type.ownTerminals(property -> given(node, property));
        return own == null ? null : Stream.concat(named.stream(), own.stream()).toList();
    }

    private boolean namesTerminals(NodeEntry node, String property) {
        NodeType type = types.find(node.type());
        return type != null && namesTerminals(type, property);
    }

    /** Whether a property of a node type defines output terminals. */
    static boolean namesTerminals(NodeType type, String property) {
        Set<String> requested = new HashSet<>();
        type.ownTerminals(
                name -> {
                    requested.add(name);
                    return List.of();
                });
        return requested.contains(property);
    }

    private static List<String> given(NodeEntry node, String property) {
        PropertyText given = node.properties().get(property);
        return given == null ? List.of() : given.texts();
    }

    /** Returns the names of a subflow's Input or Output nodes. */
    static List<String> terminalsOf(FlowDefinition subflow, String terminalType) {
        return subflow.nodes().values().stream()
                .filter(n -> n.type().equals(terminalType))
                .map(NodeEntry::name)
                .toList();
    }

    private FlowDefinition subflowOf(NodeEntry node) {
        PropertyText name = node.subflow();
        return name == null ? null : subflows.get(name.text());
    }

    private Set<String> propertiesOf(NodeEntry node) {
        Set<String> names = new TreeSet<>();
        if (node.isSubflow()) {
            FlowDefinition subflow = subflowOf(node);
            return subflow == null ? names : subflow.promotions().keySet();
        }
        NodeType type = types.find(node.type());
        if (type != null) {
            names.addAll(type.description().properties().allNames());
        }
        return names;
    }

    /** Warns about nodes that no path from a node where messages enter the flow can reach. */
    private void unreachable() {
        Map<String, List<String>> next = new HashMap<>();
        for (Connection connection : flow.connections()) {
            List<String> targets =
                    next.computeIfAbsent(connection.from().node(), n -> new ArrayList<>());
            connection.to().forEach(to -> targets.add(to.node()));
        }
        Set<String> reached = new HashSet<>();
        List<String> waiting = new ArrayList<>();
        for (NodeEntry node : flow.nodes().values()) {
            List<String> inputs = inputs(node);
            if (inputs == null || inputs.isEmpty() && !node.type().equals(NodeEntry.OUTPUT)) {
                waiting.add(node.name());
            }
        }
        if (waiting.isEmpty()) {
            // If no messages enter the flow, this is reported for the flow as a whole.
            return;
        }
        while (!waiting.isEmpty()) {
            String name = waiting.removeLast();
            if (reached.add(name)) {
                waiting.addAll(next.getOrDefault(name, List.of()));
            }
        }
        for (NodeEntry node : flow.nodes().values()) {
            if (!reached.contains(node.name())) {
                problems.warning(
                        ErrorCode.UNREACHABLE_NODE,
                        node.place(),
                        "no message can reach the node " + node.name(),
                        "connect a terminal to it, or remove it");
            }
        }
    }

    private static String list(Collection<String> names) {
        return names == null || names.isEmpty() ? "none" : String.join(", ", names);
    }
}
