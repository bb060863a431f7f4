package io.millrace.projects.convert;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.setting.Layer;
import io.millrace.flows.definition.Connection;
import io.millrace.flows.definition.Endpoint;
import io.millrace.flows.definition.FlowDefinition;
import io.millrace.flows.definition.NodeEntry;
import io.millrace.flows.definition.PropertyText;
import io.millrace.parsers.text.Yaml;
import io.millrace.parsers.text.YamlEntry;
import io.millrace.parsers.text.YamlMapping;
import io.millrace.parsers.text.YamlNode;
import io.millrace.parsers.text.YamlScalar;
import io.millrace.projects.convert.Finding.Level;
import io.millrace.projects.workspace.Project;
import io.millrace.projects.workspace.ProjectFile;
import io.millrace.projects.workspace.ProjectKind;
import io.millrace.projects.xml.XmlDocument;
import io.millrace.projects.xml.XmlElement;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The operations of a REST API. In the original product, the definition of the API routes the
 * requests. In the converted flow, each implemented operation has an HTTPInput node and a Compute
 * node that specifies the label of the operation.
 */
final class RestApi {

    private static final Set<String> METHODS =
            Set.of("get", "put", "post", "delete", "options", "head", "patch");

    private final Findings findings;
    private final String flow;
    private final Set<String> implemented;
    private final List<Operation> operations = new ArrayList<>();
    private final StringBuilder esql = new StringBuilder();

    /** An operation of the definition. */
    private record Operation(String id, String method, String path, Place place) {

        String module() {
            return "RestApi_" + id.replaceAll("\\W", "_");
        }
    }

    private RestApi(Findings findings, String flow, Set<String> implemented) {
        this.findings = findings;
        this.flow = flow;
        this.implemented = implemented;
    }

    /** Returns the API of a project; null if the project is not a REST API. */
    static @Nullable RestApi of(Project project, Findings findings) {
        ProjectFile descriptor = project.files().get("restapi.descriptor");
        if (project.kind() != ProjectKind.REST_API || descriptor == null) {
            return null;
        }
        Problems problems = findings.problems();
        Source source = descriptor.source(problems);
        XmlElement root = source == null ? null : XmlDocument.read(source, new Problems());
        if (root == null) {
            return null;
        }
        ProjectFile file = project.files().get(root.attributeOrEmpty("definitionFile"));
        Source definition = file == null ? null : file.source(problems);
        if (definition == null) {
            problems.error(
                    ErrorCode.PROJECT_REFERENCE,
                    root.place("definitionFile"),
                    "the definition %s of the REST API does not exist"
                            .formatted(root.attributeOrEmpty("definitionFile")),
                    "restore the file");
            return null;
        }
        Set<String> implemented = new TreeSet<>();
        for (XmlElement operation : root.descendants("operation")) {
            implemented.add(operation.attributeOrEmpty("name"));
        }
        String path = root.attributeOrEmpty("implementation");
        int dot = path.lastIndexOf('.');
        RestApi api =
                new RestApi(
                        findings,
                        (dot < 0 ? path : path.substring(0, dot)).replace('/', '.'),
                        implemented);
        api.read(definition, problems);
        return api;
    }

    /** Reads a definition in JSON or YAML. Each JSON document is also a YAML document. */
    private void read(Source definition, Problems problems) {
        YamlNode document = Yaml.read(definition, problems);
        YamlNode paths = document instanceof YamlMapping file ? file.get("paths") : null;
        for (YamlEntry path : entries(paths)) {
            for (YamlEntry method : entries(path.value())) {
                if (METHODS.contains(method.name())
                        && method.value() instanceof YamlMapping operation
                        && operation.get("operationId") instanceof YamlScalar id) {
                    operations.add(
                            new Operation(
                                    id.text(), method.name(), path.name(), method.key().place()));
                }
            }
        }
    }

    private static List<YamlEntry> entries(@Nullable YamlNode node) {
        return node instanceof YamlMapping mapping ? mapping.entries() : List.of();
    }

    /** Returns the ESQL of the added nodes; null if no flow was changed. */
    @Nullable Source esql() {
        return esql.isEmpty() ? null : new Source("RestApi.esql", esql.toString());
    }

    /** Returns a flow with an input for each operation, if it is the flow of the API. */
    FlowDefinition apply(FlowDefinition definition) {
        if (!definition.name().equals(flow)) {
            return definition;
        }
        Map<String, NodeEntry> nodes = new LinkedHashMap<>(definition.nodes());
        List<Connection> connections = new ArrayList<>(definition.connections());
        for (NodeEntry input : definition.nodes().values()) {
            if (input.type().equals("HTTPInput")) {
                nodes.remove(input.name());
                connections.removeIf(c -> c.from().node().equals(input.name()));
                for (Operation operation : operations) {
                    if (implemented.contains(operation.id())) {
                        add(definition, input, operation, nodes, connections);
                    } else {
                        unimplemented(input, operation);
                    }
                }
            }
        }
        return new FlowDefinition(
                definition.name(),
                definition.subflow(),
                definition.place(),
                definition.description(),
                definition.properties(),
                nodes,
                connections,
                definition.externals(),
                definition.promotions());
    }

    private void unimplemented(NodeEntry input, Operation operation) {
        findings.add(
                new Finding(
                        Level.NEAR,
                        operation.place(),
                        flow,
                        input.name(),
                        "operation",
                        operation.id(),
                        "the operation is not implemented: the status is 404 or 405, not 501"));
    }

    private void add(
            FlowDefinition definition,
            NodeEntry input,
            Operation operation,
            Map<String, NodeEntry> nodes,
            List<Connection> connections) {
        String receives = unique(input.name() + " " + operation.id(), nodes);
        Map<String, PropertyText> properties = new LinkedHashMap<>(input.properties());
        PropertyText given = properties.get("path");
        Place place = given == null ? input.place() : given.place();
        String base = given == null ? "" : given.text().replaceFirst("/?\\*?$", "");
        properties.put("path", PropertyText.of(place, place, base + operation.path()));
        properties.put(
                "methods",
                new PropertyText(
                        place,
                        place,
                        List.of(operation.method().toUpperCase(Locale.ROOT)),
                        true,
                        Layer.FLOW));
        nodes.put(
                receives,
                new NodeEntry(
                        receives, input.place(), input.type(), input.typePlace(), properties));
        String names = unique(operation.id() + " (Operation)", nodes);
        nodes.put(
                names,
                new NodeEntry(
                        names,
                        input.place(),
                        "Compute",
                        input.place(),
                        Map.of(
                                "module",
                                PropertyText.of(place, place, operation.module()),
                                "computeMode",
                                PropertyText.of(place, place, "destinationAndMessage"))));
        connections.add(
                new Connection(
                        new Endpoint(receives, "out", input.place()),
                        List.of(new Endpoint(names, "in", input.place()))));
        for (Connection connection : definition.connections()) {
            Endpoint from = connection.from();
            if (from.node().equals(input.name())) {
                String source = from.terminal().equals("out") ? names : receives;
                connections.add(
                        new Connection(
                                new Endpoint(source, from.terminal(), from.place()),
                                connection.to()));
            }
        }
        module(operation);
    }

    private static String unique(String name, Map<String, NodeEntry> nodes) {
        String result = name;
        for (int i = 2; nodes.containsKey(result); i++) {
            result = name + " (" + i + ")";
        }
        return result;
    }

    private void module(Operation operation) {
        String id = operation.id().replace("'", "''");
        esql.append(
                """
                CREATE COMPUTE MODULE %s
                  CREATE FUNCTION Main() RETURNS BOOLEAN
                  BEGIN
                    SET OutputRoot = InputRoot;
                    SET OutputLocalEnvironment = InputLocalEnvironment;
                    SET OutputLocalEnvironment.REST.Input.Operation = '%s';
                    SET OutputLocalEnvironment.Destination.RouterList.DestinationData[1].labelName = '%s';
                    RETURN TRUE;
                  END;
                END MODULE;
                """
                        .formatted(operation.module(), id, id));
    }
}
