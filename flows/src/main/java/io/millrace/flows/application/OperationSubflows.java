package io.millrace.flows.application;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.flows.definition.Connection;
import io.millrace.flows.definition.Endpoint;
import io.millrace.flows.definition.FlowDefinition;
import io.millrace.flows.definition.NodeEntry;
import io.millrace.flows.definition.PropertyText;
import io.millrace.parsers.text.Yaml;
import io.millrace.parsers.text.YamlMapping;
import io.millrace.parsers.text.YamlScalar;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A transformation that replaces nodes of the type Operations by a RouteToLabel node and, for each
 * operation of the OpenAPI document of the flow, a Label node and the subflow with the name of the
 * operation. After the transformation, no part of the flow refers to the type Operations.
 */
final class OperationSubflows {

    private static final String INPUT = "HTTPInput";
    private static final String DOCUMENT = "openapi";
    private static final Set<String> METHODS =
            Set.of("get", "put", "post", "delete", "options", "head", "patch", "trace");

    private final Path folder;
    private final Problems problems;
    private final Map<String, FlowDefinition> subflows;

    /** Whether a document has no operations. The node of the document reports this error. */
    private boolean isUnread;

    /** Names of the subflows that Subflow nodes or operations use. */
    private final Set<String> used;

    private OperationSubflows(List<FlowDefinition> all, Path folder, Problems problems) {
        this.folder = folder;
        this.problems = problems;
        subflows =
                all.stream()
                        .filter(FlowDefinition::subflow)
                        .collect(
                                Collectors.toMap(
                                        FlowDefinition::name, Function.identity(), (a, b) -> a));
        used =
                all.stream()
                        .flatMap(flow -> flow.nodes().values().stream())
                        .filter(node -> node.isSubflow() && node.subflow() != null)
                        .map(node -> node.subflow().text())
                        .collect(Collectors.toCollection(HashSet::new));
    }

    /**
     * Returns the definitions without nodes of the type Operations.
     *
     * @param folder folder of the application, which contains the documents
     */
    static List<FlowDefinition> expand(List<FlowDefinition> all, Path folder, Problems problems) {
        if (all.stream().noneMatch(OperationSubflows::hasOperations)) {
            return all;
        }
        OperationSubflows operations = new OperationSubflows(all, folder, problems);
        List<FlowDefinition> expanded =
                all.stream().map(f -> hasOperations(f) ? operations.expanded(f) : f).toList();
        operations.warnOfOthers();
        return expanded;
    }

    private static boolean hasOperations(FlowDefinition flow) {
        return flow.nodes().values().stream().anyMatch(NodeEntry::isOperations);
    }

    private FlowDefinition expanded(FlowDefinition flow) {
        List<NodeEntry> given =
                flow.nodes().values().stream().filter(NodeEntry::isOperations).toList();
        List<PropertyText> documents =
                flow.nodes().values().stream()
                        .filter(n -> n.type().equals(INPUT) && n.properties().containsKey(DOCUMENT))
                        .map(n -> n.properties().get(DOCUMENT))
                        .toList();
        NodeEntry node = given.getFirst();
        if (flow.subflow() || given.size() > 1 || documents.size() != 1) {
            problems.error(
                    ErrorCode.BAD_VALUE,
                    given.getLast().typePlace(),
                    "an Operations node requires a flow with one HTTPInput node with openapi, and"
                            + " no other Operations node",
                    "use RouteToLabel and Label nodes instead");
        }
        node.properties()
                .forEach(
                        (name, value) ->
                                problems.error(
                                        ErrorCode.UNKNOWN_PROPERTY,
                                        value.keyPlace(),
                                        "Operations has no properties (found " + name + ")"));
        Expansion expansion = new Expansion(flow, node);
        if (documents.size() == 1) {
            List<YamlScalar> ids = ids(documents.getFirst().text());
            isUnread |= ids.isEmpty();
            ids.forEach(expansion::add);
            if (ids.isEmpty()) {
                expansion.keepTargets();
            }
        }
        return expansion.flow();
    }

    /** Returns the operationIds of a document. Other errors in it are reported by its node. */
    private List<YamlScalar> ids(String file) {
        List<YamlScalar> ids = new ArrayList<>();
        Path path = folder.resolve(file).normalize();
        if (!path.startsWith(folder.normalize()) || !Files.isRegularFile(path)) {
            return ids;
        }
        Problems unread = new Problems();
        Source source = TextFiles.read(path, unread);
        if (source != null
                && Yaml.read(source, unread) instanceof YamlMapping document
                && document.get("paths") instanceof YamlMapping paths) {
            for (var item : paths.entries()) {
                if (item.value() instanceof YamlMapping methods) {
                    addIds(methods, ids);
                }
            }
        }
        return ids;
    }

    private static void addIds(YamlMapping methods, List<YamlScalar> ids) {
        for (var method : methods.entries()) {
            if (METHODS.contains(method.name())
                    && method.value() instanceof YamlMapping operation
                    && operation.get("operationId") instanceof YamlScalar id) {
                ids.add(id);
            }
        }
    }

    /** Reports subflows that no operation and no flow uses. */
    private void warnOfOthers() {
        subflows.forEach(
                (name, subflow) -> {
                    if (!isUnread && !used.contains(name)) {
                        problems.warning(
                                ErrorCode.UNKNOWN_SUBFLOW,
                                subflow.place(),
                                "no operation and no flow uses the subflow " + name,
                                "rename it to the operationId of its operation");
                    }
                });
    }

    /** The expansion of the Operations node of one flow. */
    private final class Expansion {

        private final FlowDefinition flow;
        private final NodeEntry node;
        private final Map<String, NodeEntry> nodes = new LinkedHashMap<>();
        private final List<Connection> connections = new ArrayList<>();
        private List<Endpoint> targets = List.of();

        Expansion(FlowDefinition flow, NodeEntry node) {
            this.flow = flow;
            this.node = node;
            nodes.putAll(flow.nodes());
            nodes.put(node.name(), entry(node.name(), "RouteToLabel", Map.of()));
            for (Connection connection : flow.connections()) {
                Endpoint from = connection.from();
                if (from.node().equals(node.name()) && from.terminal().equals("out")) {
                    targets = connection.to();
                } else {
                    connections.add(connection);
                }
            }
        }

        private NodeEntry entry(String name, String type, Map<String, PropertyText> properties) {
            return new NodeEntry(name, node.place(), type, node.typePlace(), properties);
        }

        private PropertyText text(String value) {
            return PropertyText.of(node.place(), node.place(), value);
        }

        /** Adds an operation that has a subflow. */
        void add(YamlScalar operation) {
            String id = operation.text();
            String name = subflows.containsKey(id) ? id : id.replaceAll("[^\\w +-]", "_");
            FlowDefinition subflow = subflows.get(name);
            if (subflow == null) {
                // Reported by the HTTPInput node, as the operation has no label.
                return;
            }
            used.add(name);
            String label = id + " label";
            if (flow.nodes().containsKey(id) || flow.nodes().containsKey(label)) {
                problems.error(
                        ErrorCode.DUPLICATE_NAME,
                        flow.nodes().get(flow.nodes().containsKey(id) ? id : label).place(),
                        "the operation " + id + " has the name of this node",
                        "rename the node");
                return;
            }
            nodes.put(label, entry(label, "Label", Map.of("labelName", text(id))));
            nodes.put(
                    id, entry(id, NodeEntry.SUBFLOW, Map.of(NodeEntry.FLOW_PROPERTY, text(name))));
            Place place = node.place();
            connections.add(
                    new Connection(
                            new Endpoint(label, "out", place),
                            List.of(new Endpoint(id, "", place))));
            for (NodeEntry terminal : subflow.nodes().values()) {
                if (terminal.type().equals(NodeEntry.OUTPUT) && !targets.isEmpty()) {
                    connections.add(
                            new Connection(new Endpoint(id, terminal.name(), place), targets));
                }
            }
        }

        /**
         * Connects the nodes after Operations if the document has no operations. Otherwise the
         * check would report these nodes as unreachable, in addition to the error in the document.
         */
        void keepTargets() {
            if (!targets.isEmpty()) {
                String label = node.name() + " label";
                nodes.put(label, entry(label, "Label", Map.of("labelName", text(node.name()))));
                connections.add(new Connection(new Endpoint(label, "out", node.place()), targets));
            }
        }

        FlowDefinition flow() {
            return new FlowDefinition(
                    flow.name(),
                    flow.subflow(),
                    flow.place(),
                    flow.description(),
                    flow.properties(),
                    nodes,
                    connections,
                    flow.externals(),
                    flow.promotions());
        }
    }
}
