package io.millrace.projects.convert;

import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.node.NodeDescription;
import io.millrace.engine.setting.Layer;
import io.millrace.engine.setting.Setting;
import io.millrace.flows.definition.NodeEntry;
import io.millrace.flows.definition.PropertyText;
import io.millrace.projects.convert.Finding.Level;
import io.millrace.projects.dialect.NodeDialect;
import io.millrace.projects.flow.Attribute;
import io.millrace.projects.flow.FlowConnection;
import io.millrace.projects.flow.FlowNode;
import io.millrace.projects.flow.TableRow;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The conversion of single nodes. The result of a node is a chain: messages enter the first node,
 * and the output terminals are those of the last one.
 */
final class NodeConverter {

    private static final String UNSUPPORTED = "UnsupportedNode";
    private static final String UNSUPPORTED_INPUT = "UnsupportedInput";
    private static final String DOMAIN = "domain";
    private static final String MRM = "MRM";
    private static final String DOMAINS = "supportedDomains";

    /** Required properties whose values come from tables. */
    private static final Set<String> OF_TABLES = Set.of("filters", "header");

    /** Tables that are converted or have no effect. */
    private static final Set<String> KNOWN_TABLES =
            Set.of("outTerminals", "inTerminals", "nsMappingTable", "monitorEvents", DOMAINS);

    private final Context context;
    private final String flow;
    private final FlowNames names;
    private final PropertyConverter properties;

    /** Identifiers of the nodes that connections enter, which are no input nodes. */
    private final Set<String> targets = new HashSet<>();

    NodeConverter(Context context, String flow, FlowNames names, PropertyConverter properties) {
        this.context = context;
        this.flow = flow;
        this.names = names;
        this.properties = properties;
    }

    /** Records the connections of the flow. */
    void connections(List<FlowConnection> connections) {
        connections.forEach(c -> targets.add(c.to()));
    }

    NodeDialect dialect(FlowNode node) {
        String path = node.type().substring(0, Math.max(0, node.type().lastIndexOf('.')));
        return context.dialect().of(path.contains("/") ? path : node.plainType());
    }

    /**
     * Converts a node that is neither a terminal nor a subflow.
     *
     * @param outputs output terminals that connections use
     */
    List<NodeEntry> convert(FlowNode node, String name, Collection<String> outputs) {
        NodeDialect dialect = dialect(node);
        if (!dialect.isSupported()) {
            return List.of(unsupported(node, name, dialect, dialect.reason(), outputs));
        }
        String missingClass = dialect.node().equals("JavaCompute") ? missingClass(node) : null;
        if (missingClass != null) {
            return List.of(unsupported(node, name, dialect, missingClass, outputs));
        }
        Map<String, PropertyText> converted = properties.properties(node, dialect);
        if (dialect.node().equals("CallableFlowInput")) {
            supportedDomain(node, converted);
        }
        String reason = reason(node, dialect, converted);
        if (reason != null) {
            return List.of(unsupported(node, name, dialect, reason, outputs));
        }
        unknownTables(node);
        List<NodeEntry> chain =
                switch (dialect.node()) {
                    case "Route" -> route(node, name, dialect, converted, outputs);
                    case "HTTPHeader" -> headers(node, name);
                    default -> List.of(entry(node, name, dialect.node(), converted));
                };
        record(node, dialect, Level.SAME, chain.getFirst().type());
        return chain;
    }

    /**
     * Returns the reason why a node cannot be used with its properties; null if the node can be
     * used.
     */
    private @Nullable String reason(
            FlowNode node, NodeDialect dialect, Map<String, PropertyText> converted) {
        PropertyText domain = converted.get(DOMAIN);
        String name = domain == null ? "" : domain.text();
        if (!name.isEmpty() && !context.domains().contains(name)) {
            String advice = Problems.didYouMean(name, context.domains());
            return "no parser of Millrace reads the domain "
                    + name
                    + (advice.isEmpty() ? "" : "; " + advice);
        }
        if (name.equals(MRM) && !converted.containsKey("messageSet") && isModelMissing(node)) {
            return "the domain MRM needs a message set, which the projects do not contain";
        }
        PropertyText location = converted.get("outputDataLocation");
        if (dialect.node().equals("FileRead")
                && location != null
                && location.text().equals("LocalEnvironment")) {
            return "a record cannot replace the LocalEnvironment: set outputDataLocation to a"
                    + " folder in it";
        }
        if (isOtherForm(node, dialect)) {
            String missing = missing(dialect, converted);
            if (missing != null) {
                return "its properties have another form, so that %s of %s is not set"
                        .formatted(missing, dialect.node());
            }
            boolean without = converted.isEmpty() && !context.dialect().isListed(dialect.type());
            return without ? "its properties have another form and are unknown" : null;
        }
        return null;
    }

    /**
     * Whether a message set is missing: a node names one, which was not found, or the application
     * has none.
     */
    private boolean isModelMissing(FlowNode node) {
        boolean named =
                Stream.of("messageSet", "messageSetProperty")
                        .map(node.attributes()::get)
                        .anyMatch(a -> a != null && !a.value().isEmpty());
        return named || context.models().isEmpty();
    }

    /** Returns the reason why the class of a node cannot be used; null if the class can be used. */
    private @Nullable String missingClass(FlowNode node) {
        Attribute attribute = node.attributes().get("javaClass");
        String name = attribute == null ? "" : attribute.value();
        String reason = context.classes().reason(name);
        if (reason == null && (context.classes().contains(name) || context.hasClasses())) {
            return null;
        }
        return "the class %s is missing: %s; write a class that implements JavaCode, or use Compute"
                .formatted(name, reason == null ? "it is not in the projects" : reason);
    }

    /** Whether attributes or tables of a node are unknown, so that its properties can differ. */
    private boolean isOtherForm(FlowNode node, NodeDialect dialect) {
        return node.attributes().keySet().stream()
                        .anyMatch(a -> context.dialect().rule(dialect, a) == null)
                || node.rows().stream().anyMatch(r -> !isKnownTable(r.table()));
    }

    private static boolean isKnownTable(String table) {
        return table.equals("filterTable")
                || table.startsWith("nameValue4")
                || KNOWN_TABLES.contains(table);
    }

    /** Returns a required property that is not set; null if there is none. */
    private @Nullable String missing(NodeDialect dialect, Map<String, PropertyText> values) {
        NodeDescription description = context.dialect().description(dialect.node());
        return description == null
                ? null
                : description.properties().settings().stream()
                        .filter(s -> s.required() && !values.containsKey(s.name()))
                        .filter(s -> !OF_TABLES.contains(s.name()))
                        .map(Setting::name)
                        .findFirst()
                        .orElse(null);
    }

    /** Sets the domain of messages in tests, which the first row of the table specifies. */
    private void supportedDomain(FlowNode node, Map<String, PropertyText> values) {
        for (TableRow row : node.rows(DOMAINS)) {
            String domain = row.text("supportedMessageDomain");
            if (context.domains().contains(domain)) {
                values.putIfAbsent(DOMAIN, PropertyText.of(row.place(), row.place(), domain));
            }
        }
    }

    private void record(FlowNode node, NodeDialect dialect, Level level, String text) {
        context.findings()
                .add(
                        new Finding(
                                level,
                                node.place(),
                                flow,
                                node.label(),
                                node.plainType(),
                                "",
                                text));
    }

    /** Returns a node that fails with a reason. The check warns about it. */
    private NodeEntry unsupported(
            FlowNode node,
            String name,
            NodeDialect dialect,
            String reason,
            Collection<String> outputs) {
        record(node, dialect, Level.MISSING, reason);
        Place place = node.place();
        Map<String, PropertyText> values = new LinkedHashMap<>();
        values.put(
                "reason",
                PropertyText.of(place, place, "node type " + node.plainType() + ": " + reason));
        if (!outputs.isEmpty()) {
            values.put(
                    "outputs",
                    new PropertyText(place, place, List.copyOf(outputs), true, Layer.FLOW));
        }
        // A node of unknown type without a connection to it can only be an input node.
        boolean isUnknown = dialect.node().isEmpty() && !outputs.isEmpty();
        boolean input = (dialect.input() || isUnknown) && !targets.contains(node.id());
        return entry(node, name, input ? UNSUPPORTED_INPUT : UNSUPPORTED, values);
    }

    /** Returns a node for a subflow that does not exist. */
    NodeEntry missingSubflow(FlowNode node, String name, Collection<String> outputs) {
        return unsupported(node, name, dialect(node), "the subflow does not exist", outputs);
    }

    private static NodeEntry entry(
            FlowNode node, String name, String type, Map<String, PropertyText> values) {
        return new NodeEntry(name, node.place(), type, node.place(), values);
    }

    private void unknownTables(FlowNode node) {
        for (TableRow row : node.rows()) {
            String table = row.table();
            if (!isKnownTable(table)) {
                context.findings()
                        .difference(
                                new Finding(
                                        Level.NEAR,
                                        row.place(),
                                        flow,
                                        node.label(),
                                        table,
                                        "",
                                        "the table has no equivalent and is ignored"));
            }
        }
    }

    private List<NodeEntry> route(
            FlowNode node,
            String name,
            NodeDialect dialect,
            Map<String, PropertyText> values,
            Collection<String> outputs) {
        Map<String, String> namespaces = new LinkedHashMap<>();
        node.rows("nsMappingTable")
                .forEach(r -> namespaces.put(r.text("nsPrefix"), r.text("namespace")));
        List<String> filters = new ArrayList<>();
        Place place = node.place();
        for (TableRow row : node.rows("filterTable")) {
            String xpath = row.text("filterPattern");
            String esql = XPathConditions.esql(xpath, namespaces);
            if (esql == null) {
                return List.of(
                        unsupported(
                                node,
                                name,
                                dialect,
                                "the condition %s has no equivalent in ESQL".formatted(xpath),
                                outputs));
            }
            filters.add(row.text("routingOutputTerminal") + " = " + esql);
            place = row.place();
        }
        Map<String, PropertyText> all = new LinkedHashMap<>(values);
        List<String> declared = filters.stream().map(f -> f.substring(0, f.indexOf(' '))).toList();
        for (String output : outputs) {
            boolean fixed = output.equals("default") || output.equals("failure");
            if (!fixed && !declared.contains(output)) {
                filters.add(output + " = FALSE");
            }
        }
        all.put("filters", new PropertyText(place, place, filters, true, Layer.FLOW));
        return List.of(entry(node, name, "Route", all));
    }

    private List<NodeEntry> headers(FlowNode node, String name) {
        List<NodeEntry> chain = new ArrayList<>();
        for (String folder : List.of("Input", "Response", "Request", "Reply")) {
            var mode = node.attributes().get("http" + folder + "Header");
            List<String> set =
                    node.rows("nameValue4" + folder + "Header").stream()
                            .map(r -> r.text("name") + ": " + r.text("value"))
                            .toList();
            String action = mode == null ? "" : mode.value();
            Place place = mode == null ? node.place() : mode.place();
            Map<String, PropertyText> values = new LinkedHashMap<>();
            values.put("header", PropertyText.of(place, place, "HTTP" + folder + "Header"));
            switch (action) {
                case "DeleteHeader" -> values.put("remove", PropertyText.of(place, place, "*"));
                case "Modify", "Add", "AddHeader", "Replace" -> {
                    if (!action.equals("Modify")) {
                        values.put("remove", PropertyText.of(place, place, "*"));
                    }
                    values.put("set", new PropertyText(place, place, set, true, Layer.FLOW));
                }
                default -> {
                    continue;
                }
            }
            boolean first = chain.isEmpty();
            chain.add(entry(node, first ? name : names.unique(name), "HTTPHeader", values));
        }
        return chain.isEmpty() ? List.of(entry(node, name, "Passthrough", Map.of())) : chain;
    }
}
