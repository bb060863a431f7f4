package io.millrace.flows.definition;

import static java.util.stream.Collectors.joining;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.setting.Layer;
import io.millrace.parsers.text.Section;
import io.millrace.parsers.text.Yaml;
import io.millrace.parsers.text.YamlEntry;
import io.millrace.parsers.text.YamlMapping;
import io.millrace.parsers.text.YamlNode;
import io.millrace.parsers.text.YamlScalar;
import io.millrace.parsers.text.YamlSequence;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A reader of {@code *.flow.yaml} and {@code *.subflow.yaml}. It checks only the syntax.
 *
 * @param problems receiver of the syntax problems
 * @param names names of the nodes that were read
 */
public record FlowFile(Problems problems, Set<String> names) {

    private static final String FLOW = "flow";
    private static final String SUBFLOW = "subflow";
    private static final String DESCRIPTION = "description";
    private static final String NODES = "nodes";
    private static final String NAME = "name";

    /** Keys of other products for connections. */
    private static final Set<String> OTHER_CONNECTIONS = Set.of("wires", "links", "edges");

    /** A key and its value without a separator: a colon without a blank, or only a blank. */
    private static final Pattern UNSEPARATED = Pattern.compile("([\\w.]+)(:| +)(\\S+)");

    /** Pattern of the separator between the two ends of a connection. */
    private static final Pattern ARROW = Pattern.compile("->|=>|→");

    private static final String CONNECTIONS = "connections";
    private static final String PROPERTIES = "properties";
    private static final String TYPE = "type";
    private static final String EXTERNALS = "externals";

    /**
     * Reads a file.
     *
     * @param problems receiver of the syntax problems
     * @return definition; null if the file contains no flow
     */
    public static FlowDefinition read(Source source, Problems problems) {
        YamlNode document = Yaml.read(source, problems);
        if (document != null && CamelRoute.isRoute(document)) {
            problems.error(
                    ErrorCode.YAML_SHAPE, document.place(), CamelRoute.FOUND, CamelRoute.ADVICE);
            return null;
        }
        YamlMapping mapping = document == null ? null : document.asMapping(problems);
        return mapping == null ? null : new FlowFile(problems, new HashSet<>()).definition(mapping);
    }

    private FlowDefinition definition(YamlMapping file) {
        if (file.entries().isEmpty()) {
            problems.error(
                    ErrorCode.MISSING_KEY,
                    file.place(),
                    "the file is empty",
                    "begin it with 'flow: NAME', or 'subflow: NAME' for use in other flows");
            return null;
        }
        if (file.get(NODES) instanceof YamlSequence list) {
            problems.error(
                    ErrorCode.YAML_SHAPE,
                    list.place(),
                    "expected a mapping of nodes by name, found a list",
                    "write each node as name: {type: TYPE, ...}, and each connection as"
                            + " name.terminal: name");
            return null;
        }
        boolean subflow = file.has(SUBFLOW);
        String kind = subflow ? SUBFLOW : FLOW;
        Section.checkVersion(file, problems);
        checkKeys(file, subflow);
        YamlScalar name = file.has(kind) ? file.get(kind).asScalar(problems) : null;
        if (name != null && !Names.isFlowName(name.text())) {
            problems.error(
                    ErrorCode.BAD_VALUE, name.place(), "'" + name.text() + "' " + Names.FLOW_RULE);
        }
        Place place = name == null ? file.place() : name.place();
        Map<String, PropertyText> properties = new LinkedHashMap<>();
        for (String key : subflow ? List.<String>of() : FlowOptions.GROUP.names()) {
            PropertyText value = given(file.entry(key));
            if (value != null) {
                properties.put(key, value);
            }
        }
        String description = file.text(DESCRIPTION, problems);
        return new FlowDefinition(
                name == null ? "" : name.text(),
                subflow,
                place,
                description == null ? "" : description,
                properties,
                nodes(file.get(NODES)),
                connections(connections(file)),
                values(file.get(EXTERNALS)),
                promotions(subflow ? file.get(PROPERTIES) : null));
    }

    /** Reports unknown keys and missing keys. A misspelled key is not reported as missing. */
    private void checkKeys(YamlMapping file, boolean subflow) {
        boolean isNamed = subflow || file.has(FLOW);
        List<String> known = (subflow ? FileSettings.SUBFLOW : FileSettings.FLOW).names();
        file.checkKeys(
                known,
                entry ->
                        !isNamed && entry.name().equals(NAME)
                                ? "write flow: NAME"
                                : OTHER_CONNECTIONS.contains(entry.name())
                                        ? "write connections:"
                                        : "",
                problems);
        if (!isNamed && !file.has(NAME) && !isMisspelled(file, known, Set.of(FLOW, SUBFLOW))) {
            problems.error(
                    ErrorCode.MISSING_KEY,
                    file.place(),
                    "the name of the flow is missing",
                    "begin the file with 'flow: NAME', or 'subflow: NAME' for use in other flows");
        }
        if (!file.has(NODES) && !isMisspelled(file, known, Set.of(NODES))) {
            problems.error(
                    ErrorCode.MISSING_KEY,
                    isNamed ? file.get(subflow ? SUBFLOW : FLOW).place() : file.place(),
                    "the " + (subflow ? SUBFLOW : FLOW) + " has no nodes",
                    "list them below 'nodes:'");
        }
    }

    /** Whether a reported unknown key is probably a misspelled name of one of the given keys. */
    private static boolean isMisspelled(YamlMapping file, List<String> known, Set<String> keys) {
        return file.entries().stream()
                .filter(e -> !known.contains(e.name()))
                .map(e -> Problems.nearest(e.name(), known))
                .anyMatch(near -> near != null && keys.contains(near));
    }

    /** Returns the connections, which can be indented by mistake. */
    private YamlNode connections(YamlMapping file) {
        return file.get(NODES) instanceof YamlMapping nodes
                        && !file.has(CONNECTIONS)
                        && nodes.has(CONNECTIONS)
                        && isMisplaced(nodes.entry(CONNECTIONS))
                ? nodes.get(CONNECTIONS)
                : file.get(CONNECTIONS);
    }

    private Map<String, NodeEntry> nodes(YamlNode node) {
        Map<String, NodeEntry> nodes = new LinkedHashMap<>();
        List<YamlEntry> all = entries(node);
        boolean hasConnections = all.stream().anyMatch(FlowFile::isMisplaced);
        for (YamlEntry entry : all) {
            if (isMisplaced(entry)) {
                problems.error(
                        ErrorCode.YAML_SHAPE,
                        entry.key().place(),
                        "found connections below nodes, expected them at the left margin",
                        "remove the blanks before connections: and outdent its entries");
                continue;
            }
            if (hasConnections && entry.value() instanceof YamlScalar) {
                continue; // A connection, which was reported with the others.
            }
            if (!Names.isNodeName(entry.name())) {
                problems.error(
                        ErrorCode.BAD_VALUE,
                        entry.key().place(),
                        "'" + entry.name() + "' " + Names.NODE_RULE);
            } else if (entry.name().equals(EXTERNALS)) {
                problems.error(
                        ErrorCode.BAD_VALUE,
                        entry.key().place(),
                        "a node cannot have the name externals, which stands for EXTERNAL"
                                + " variables");
            }
            if (isNothing(entry)) {
                problems.error(
                        ErrorCode.YAML_SHAPE,
                        entry.key().place(),
                        "the node " + entry.name() + " has no properties",
                        "indent its type and its other properties below it");
                continue;
            }
            YamlMapping mapping = entry.value().asMapping(problems);
            if (mapping != null) {
                nodes.put(entry.name(), node(entry, mapping));
                names.add(entry.name());
            }
        }
        return nodes;
    }

    /** Whether an entry of the nodes contains the connections of the flow. */
    private static boolean isMisplaced(YamlEntry entry) {
        return entry.name().equals(CONNECTIONS)
                && (isNothing(entry)
                        || entry.value() instanceof YamlMapping mapping && !mapping.has(TYPE));
    }

    private NodeEntry node(YamlEntry entry, YamlMapping mapping) {
        String type = "";
        Place typePlace = entry.key().place();
        YamlScalar given = mapping.has(TYPE) ? mapping.get(TYPE).asScalar(problems) : null;
        if (given != null) {
            type = given.text();
            typePlace = given.place();
        }
        Map<String, PropertyText> properties = new LinkedHashMap<>();
        for (YamlEntry property : mapping.entries()) {
            if (property.name().equals(EXTERNALS) && type.equals(NodeEntry.SUBFLOW)) {
                values(property.value())
                        .forEach((name, v) -> properties.put(SettingKey.EXTERNALS + name, v));
                continue;
            }
            PropertyText value = property.name().equals(TYPE) ? null : given(property);
            Matcher key = UNSEPARATED.matcher(property.name());
            if (value != null) {
                properties.put(property.name(), value);
            } else if (isNothing(property) && key.matches()) {
                Place place = property.key().place();
                List<String> text = List.of(key.group(3));
                properties.put(
                        key.group(1), new PropertyText(place, place, text, false, Layer.FLOW));
            }
        }
        PropertyText unseparated = properties.remove(TYPE);
        if (unseparated != null) {
            type = unseparated.texts().getFirst();
            typePlace = unseparated.place();
        } else if (!mapping.has(TYPE)) {
            problems.error(
                    ErrorCode.MISSING_KEY,
                    entry.key().place(),
                    "the node " + entry.name() + " has no type",
                    "write it as " + entry.name() + ": {type: Compute, ...}");
        }
        return new NodeEntry(entry.name(), entry.key().place(), type, typePlace, properties);
    }

    /** Returns the values of a mapping from names to values. */
    private Map<String, PropertyText> values(YamlNode node) {
        Map<String, PropertyText> values = new LinkedHashMap<>();
        for (YamlEntry entry : entries(node)) {
            PropertyText value = given(entry);
            if (value != null && value.list()) {
                problems.error(
                        ErrorCode.YAML_SHAPE,
                        value.place(),
                        "expected the value of " + entry.name() + ", found a list");
            } else if (value != null) {
                values.put(entry.name(), value);
            }
        }
        return values;
    }

    /** Returns the value of an entry; null if the value is missing or invalid for a property. */
    private PropertyText given(YamlEntry entry) {
        if (entry == null) {
            return null;
        }
        if (entry.value() instanceof YamlMapping mapping) {
            wrongMapping(entry, mapping);
            return new PropertyText(
                    entry.key().place(), mapping.place(), List.of(), false, Layer.FLOW);
        }
        boolean list = entry.value() instanceof YamlSequence;
        List<String> texts = new ArrayList<>();
        List<Place> places = new ArrayList<>();
        for (YamlScalar scalar : scalars(entry.value())) {
            if (scalar.isNull()) {
                problems.error(
                        ErrorCode.BAD_VALUE,
                        entry.key().place(),
                        "'" + entry.name() + "' has no value",
                        separated(entry.name()));
                return null;
            }
            texts.add(scalar.text());
            places.add(scalar.place());
        }
        return texts.isEmpty() && !list
                ? null
                : new PropertyText(
                        entry.key().place(),
                        entry.value().place(),
                        texts,
                        list,
                        Layer.FLOW,
                        places);
    }

    private static boolean isNothing(YamlEntry entry) {
        return entry.value() instanceof YamlScalar scalar && scalar.isNull();
    }

    /**
     * Returns advice for a key that also contains the value because the separator is missing; empty
     * for other keys.
     */
    private static String separated(String key) {
        Matcher parts = UNSEPARATED.matcher(key);
        return !parts.matches()
                ? ""
                : "write a %s: %s: %s"
                        .formatted(
                                parts.group(2).equals(":")
                                        ? "blank after the colon"
                                        : "colon after the key",
                                parts.group(1),
                                parts.group(3));
    }

    /** Reports a mapping as the value of a property. */
    private void wrongMapping(YamlEntry entry, YamlMapping mapping) {
        List<String> items = new ArrayList<>();
        for (YamlEntry item : mapping.entries()) {
            if (item.value() instanceof YamlScalar value && !value.isNull()) {
                items.add("\"" + item.name() + " = " + value.text() + "\"");
            }
        }
        problems.error(
                ErrorCode.YAML_SHAPE,
                mapping.place(),
                "found a mapping, expected a value or a list of values for " + entry.name(),
                items.isEmpty() ? "" : "write a list: [" + String.join(", ", items) + "]");
    }

    private List<Connection> connections(YamlNode node) {
        List<Connection> connections = new ArrayList<>();
        if (node instanceof YamlScalar text) {
            Matcher key = UNSEPARATED.matcher(text.text());
            if (key.matches()) {
                Endpoint from = from(key.group(1), text.place());
                Endpoint to = to(key.group(3), text.place());
                connections.add(new Connection(from, List.of(to)));
            }
        }
        if (node instanceof YamlSequence list) {
            return listed(list);
        }
        for (YamlEntry entry : entries(node)) {
            Endpoint from = from(entry.name(), entry.key().place());
            if (entry.value() instanceof YamlMapping terminals) {
                connections.addAll(nested(entry, terminals));
                continue;
            }
            List<Endpoint> to = endpoints(entry.value());
            if (to.isEmpty() && entry.value() instanceof YamlSequence) {
                problems.error(
                        ErrorCode.BAD_VALUE, entry.value().place(), "the connection has no target");
            }
            connections.add(new Connection(from, to));
        }
        return connections;
    }

    /** Reports connections that are a list, and returns those that can be identified. */
    private List<Connection> listed(YamlSequence list) {
        List<Connection> connections = new ArrayList<>();
        for (YamlNode item : list.items()) {
            List<YamlEntry> entries =
                    item instanceof YamlMapping mapping ? mapping.entries() : List.of();
            List<YamlScalar> ends = new ArrayList<>();
            if (entries.size() == 1) {
                ends.add(entries.getFirst().key());
            }
            for (YamlEntry entry : entries) {
                ends.addAll(scalars(entry.value()));
            }
            String text = item instanceof YamlScalar scalar ? scalar.text() : "";
            List<Endpoint> points =
                    ends.isEmpty()
                            ? ARROW.splitAsStream(text)
                                    .filter(part -> !part.isBlank())
                                    .map(part -> Endpoint.parse(part.strip(), item.place()))
                                    .toList()
                            : ends.stream()
                                    .map(end -> Endpoint.parse(end.text(), end.place()))
                                    .toList();
            if (points.size() > 1) {
                connections.add(
                        new Connection(points.getFirst(), points.subList(1, points.size())));
            }
        }
        String example =
                connections.isEmpty()
                        ? "node.terminal: node"
                        : connections.getFirst().from().text()
                                + ": "
                                + connections.getFirst().to().getFirst().text();
        problems.error(
                ErrorCode.YAML_SHAPE,
                list.place(),
                "expected a mapping of connections, found a list",
                "write each connection without '-', as in " + example);
        return connections;
    }

    /** Reports connections that are a mapping of the terminals of a node, and returns them. */
    private List<Connection> nested(YamlEntry node, YamlMapping terminals) {
        List<Connection> connections = new ArrayList<>();
        List<String> advice = new ArrayList<>();
        for (YamlEntry terminal : terminals.entries()) {
            String name = node.name() + "." + terminal.name();
            List<Endpoint> to = endpoints(terminal.value());
            connections.add(new Connection(from(name, terminal.key().place()), to));
            String targets = to.stream().map(Endpoint::text).collect(joining(", "));
            advice.add(name + ": " + (to.size() == 1 ? targets : "[" + targets + "]"));
        }
        problems.error(
                ErrorCode.YAML_SHAPE,
                node.key().place(),
                "found a mapping, expected the target of a connection such as node.terminal: node",
                advice.isEmpty() ? "" : "write " + String.join(" and ", advice));
        return connections;
    }

    private Map<String, Promotion> promotions(YamlNode node) {
        Map<String, Promotion> promotions = new LinkedHashMap<>();
        for (YamlEntry entry : entries(node)) {
            List<Endpoint> targets = endpoints(entry.value());
            promotions.put(entry.name(), new Promotion(entry.name(), entry.key().place(), targets));
        }
        return promotions;
    }

    private List<Endpoint> endpoints(YamlNode node) {
        List<Endpoint> endpoints = new ArrayList<>();
        for (YamlScalar scalar : scalars(node)) {
            if (scalar.text().isBlank()) {
                problems.error(ErrorCode.BAD_VALUE, scalar.place(), "a name is missing");
            } else if (scalar.text().contains(",") && !isNode(scalar.text())) {
                problems.error(
                        ErrorCode.YAML_SHAPE,
                        scalar.place(),
                        "found several targets in '" + scalar.text() + "', expected one",
                        "write several targets as a list: [" + scalar.text() + "]");
                for (String part : scalar.text().split(",")) {
                    endpoints.add(to(part.strip(), scalar.place()));
                }
            } else {
                endpoints.add(to(scalar.text(), scalar.place()));
            }
        }
        return endpoints;
    }

    private Endpoint from(String text, Place place) {
        return Endpoint.parse(text, place, names, false);
    }

    private Endpoint to(String text, Place place) {
        return Endpoint.parse(text, place, names, true);
    }

    /** Whether a target is a node, with or without a terminal, whose name contains a comma. */
    private boolean isNode(String text) {
        Endpoint end = to(text, Place.of(""));
        return names.contains(end.node());
    }

    private List<YamlEntry> entries(YamlNode node) {
        boolean nothing = node == null || node instanceof YamlScalar scalar && scalar.isNull();
        YamlMapping mapping = nothing ? null : node.asMapping(problems);
        return mapping == null ? List.of() : mapping.entries();
    }

    /** Returns a scalar, or the scalars of a list. */
    private List<YamlScalar> scalars(YamlNode node) {
        List<YamlNode> items =
                node instanceof YamlSequence sequence ? sequence.items() : List.of(node);
        List<YamlScalar> scalars = new ArrayList<>();
        for (YamlNode item : items) {
            YamlScalar scalar = item.asScalar(problems);
            if (scalar != null) {
                scalars.add(scalar);
            }
        }
        return scalars;
    }
}
