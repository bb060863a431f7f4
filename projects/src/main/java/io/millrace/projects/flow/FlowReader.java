package io.millrace.projects.flow;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.projects.workspace.ProjectFile;
import io.millrace.projects.xml.XmlDocument;
import io.millrace.projects.xml.XmlElement;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A reader of {@code *.msgflow} and {@code *.subflow}, which have the same form. Unknown elements
 * are reported and skipped.
 */
public final class FlowReader {

    public static final String FLOW_SUFFIX = ".msgflow";
    public static final String SUBFLOW_SUFFIX = ".subflow";

    private static final String LOCATION = "location";

    /** Attributes that are not properties of a node. */
    private static final Set<String> NOT_PROPERTIES = Set.of(LOCATION, "rotation");

    /** Elements of a node that are not tables. */
    private static final Set<String> NOT_TABLES =
            Set.of(
                    "translation",
                    "shortDescription",
                    "longDescription",
                    "colorGraphic16",
                    "colorGraphic32",
                    "version");

    private final ProjectFile file;
    private final Problems problems;

    private FlowReader(ProjectFile file, Problems problems) {
        this.file = file;
        this.problems = problems;
    }

    /** Whether a file contains a flow or subflow. */
    public static boolean isFlow(ProjectFile file) {
        return file.hasSuffix(FLOW_SUFFIX) || file.hasSuffix(SUBFLOW_SUFFIX);
    }

    /** Reads a file. If it contains no flow, reports a problem and returns null. */
    public static @Nullable MessageFlow read(ProjectFile file, Problems problems) {
        Source source = file.source(problems);
        XmlElement root = source == null ? null : XmlDocument.read(source, problems);
        return root == null ? null : new FlowReader(file, problems).flow(root);
    }

    private @Nullable MessageFlow flow(XmlElement root) {
        XmlElement composite = root.child("eClassifiers");
        XmlElement composition = composite == null ? null : composite.child("composition");
        if (!root.name().equals("EPackage") || composite == null || composition == null) {
            problems.error(
                    ErrorCode.PROJECT_FILE,
                    root.place(),
                    "found the element %s, expected EPackage with eClassifiers and composition"
                            .formatted(root.name()),
                    "restore the file of the flow");
            return null;
        }
        String given = root.attributeOrEmpty("nsURI");
        if (!given.isEmpty() && !given.equals(file.path())) {
            problems.warning(
                    ErrorCode.PROJECT_FILE,
                    root.place("nsURI"),
                    "the flow is called %s, but its path in the project is %s"
                            .formatted(given, file.path()),
                    "the path is used");
        }
        String suffix = file.hasSuffix(FLOW_SUFFIX) ? FLOW_SUFFIX : SUBFLOW_SUFFIX;
        List<String> notes = new ArrayList<>();
        for (XmlElement note : composite.descendants("stickyNote")) {
            XmlElement body = note.child("body");
            String text = body == null ? "" : body.attributeOrEmpty("string");
            notes.add("(" + note.attributeOrEmpty(LOCATION) + ") " + text);
        }
        return new MessageFlow(
                file.path(),
                file.qualifiedName(suffix),
                root.place(),
                description(composite),
                properties(composite),
                nodes(composition),
                composition.children("connections").stream().map(this::connection).toList(),
                notes);
    }

    private static String description(XmlElement element) {
        List<String> parts = new ArrayList<>();
        for (String name : List.of("shortDescription", "longDescription")) {
            XmlElement part = element.child(name);
            String text = part == null ? "" : part.attributeOrEmpty("string").strip();
            if (!text.isEmpty()) {
                parts.add(text);
            }
        }
        return String.join("\n", parts);
    }

    private Map<String, FlowNode> nodes(XmlElement composition) {
        Map<String, FlowNode> nodes = new LinkedHashMap<>();
        for (XmlElement element : composition.children("nodes")) {
            FlowNode node = node(element);
            if (nodes.putIfAbsent(node.id(), node) != null) {
                problems.error(
                        ErrorCode.DUPLICATE_NAME,
                        element.place(),
                        "a second node has the identifier " + node.id(),
                        "restore the file of the flow");
            }
        }
        return nodes;
    }

    private FlowNode node(XmlElement element) {
        String id = element.xmi("id");
        String qualified = element.xmi("type");
        int colon = qualified.indexOf(':');
        String prefix = colon < 0 ? qualified : qualified.substring(0, colon);
        String local = qualified.substring(colon + 1);
        boolean terminal = local.equals(FlowNode.SOURCE) || local.equals(FlowNode.SINK);
        String type = terminal ? local : element.namespaceOf(prefix);
        if (id.isEmpty() || type.isEmpty()) {
            problems.error(
                    ErrorCode.PROJECT_FILE,
                    element.place(),
                    id.isEmpty()
                            ? "a node has no attribute xmi:id"
                            : "the type '%s' of a node has no declared prefix".formatted(qualified),
                    "restore the file of the flow");
        }
        Map<String, Attribute> attributes = new LinkedHashMap<>();
        element.plainAttributes()
                .forEach(
                        (name, value) -> {
                            if (!NOT_PROPERTIES.contains(name)) {
                                attributes.put(name, attribute(element, name, value));
                            }
                        });
        List<TableRow> rows = new ArrayList<>();
        for (XmlElement child : element.children()) {
            if (!NOT_TABLES.contains(child.name())) {
                rows.add(row(child));
            }
        }
        return new FlowNode(
                id,
                type,
                label(element, id),
                description(element),
                element.attributeOrEmpty(LOCATION),
                attributes,
                rows,
                element.place());
    }

    private static Attribute attribute(XmlElement element, String name, String value) {
        return new Attribute(name, value, element.keyPlace(name), element.place(name));
    }

    private static TableRow row(XmlElement element) {
        Map<String, Attribute> columns = new LinkedHashMap<>();
        element.plainAttributes()
                .forEach((name, value) -> columns.put(name, attribute(element, name, value)));
        return new TableRow(element.name(), columns, element.place());
    }

    private static String label(XmlElement element, String id) {
        XmlElement translation = element.child("translation");
        if (translation == null) {
            return id;
        }
        String text = translation.attribute("string");
        return text != null ? text : translation.attributeOrEmpty("key");
    }

    private FlowConnection connection(XmlElement element) {
        return new FlowConnection(
                element.attributeOrEmpty("sourceNode"),
                terminal(element.attributeOrEmpty("sourceTerminalName")),
                element.attributeOrEmpty("targetNode"),
                terminal(element.attributeOrEmpty("targetTerminalName")),
                element.place("sourceNode"),
                element.place("sourceTerminalName"),
                element.place("targetNode"),
                element.place("targetTerminalName"));
    }

    /** Returns the name of a terminal without the prefix that static terminals have. */
    public static String terminal(String name) {
        for (String prefix : List.of("OutTerminal.", "InTerminal.")) {
            if (name.startsWith(prefix)) {
                return name.substring(prefix.length());
            }
        }
        return name;
    }

    private List<FlowProperty> properties(XmlElement composite) {
        Set<String> userDefined = new LinkedHashSet<>();
        for (XmlElement descriptor : composite.descendants("propertyDescriptor")) {
            if (descriptor.attributeOrEmpty("userDefined").equals("true")) {
                userDefined.add(descriptor.attributeOrEmpty("describedAttribute"));
            }
        }
        Map<String, List<FlowProperty.Link>> links = new LinkedHashMap<>();
        for (XmlElement link : composite.children("attributeLinks")) {
            XmlElement overridden = link.child("overriddenAttribute");
            String target = overridden == null ? "" : overridden.attributeOrEmpty("href");
            int from = target.lastIndexOf("#Property.");
            if (from < 0) {
                problems.warning(
                        ErrorCode.PROJECT_FILE,
                        link.place(),
                        "the link of a promoted property names no property of a node",
                        "restore the file of the flow");
                continue;
            }
            String property = target.substring(from + "#Property.".length());
            for (String node : link.attributeOrEmpty("overriddenNodes").split("\\s+")) {
                links.computeIfAbsent(
                                link.attributeOrEmpty("promotedAttribute"), p -> new ArrayList<>())
                        .add(new FlowProperty.Link(node, property, link.place()));
            }
        }
        List<FlowProperty> properties = new ArrayList<>();
        for (XmlElement feature : composite.children("eStructuralFeatures")) {
            String id = feature.xmi("id");
            String value = feature.attribute("defaultValueLiteral");
            properties.add(
                    new FlowProperty(
                            feature.attributeOrEmpty("name"),
                            value == null
                                    ? null
                                    : attribute(feature, "defaultValueLiteral", value)
                                            .named(feature.attributeOrEmpty("name")),
                            userDefined.contains(id),
                            List.copyOf(links.getOrDefault(id, List.of()))));
        }
        return properties;
    }
}
