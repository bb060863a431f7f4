package io.millrace.projects.convert;

import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.parsers.text.Yaml;
import io.millrace.parsers.text.YamlEntry;
import io.millrace.parsers.text.YamlMapping;
import io.millrace.parsers.text.YamlNode;
import io.millrace.parsers.text.YamlScalar;
import io.millrace.parsers.text.YamlSequence;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The contents of {@code environment.yaml}: values of names that a project does not define, such as
 * paths on another machine.
 *
 * @param values values by kind and name
 * @param overrides files of overrides, in the order in which they apply
 * @param services scripts with commands that create configurable services
 */
public record Environment(
        Map<String, Map<String, String>> values, List<Source> overrides, List<Source> services) {

    /** Name of the file next to the projects. */
    public static final String NAME = "environment.yaml";

    /** Folders and files. The longest matching prefix of a path applies. */
    public static final String PATHS = "paths";

    /** URLs of requests. */
    public static final String URLS = "urls";

    /**
     * Data sources by their ODBC names: a JDBC URL, or a mapping with the keys of {@code
     * dataSources} in {@code application.yaml}.
     */
    public static final String DATA_SOURCES = "dataSources";

    /**
     * Credentials by security identities: the name of credentials of {@code application.yaml}, or a
     * mapping with its keys.
     */
    public static final String CREDENTIALS = "credentials";

    /**
     * Servers by host and port, service or policy: a URL, the name of an endpoint of {@code
     * application.yaml}, or a mapping with its keys.
     */
    public static final String ENDPOINTS = "endpoints";

    /** Queues by name, or by {@code QUEUE@QUEUE_MANAGER}. */
    public static final String QUEUES = "queues";

    static final List<String> KINDS =
            List.of(DATA_SOURCES, PATHS, URLS, ENDPOINTS, CREDENTIALS, QUEUES);

    /** Kinds whose values can be mappings with the keys of {@code application.yaml}. */
    private static final List<String> RESOURCES = List.of(DATA_SOURCES, ENDPOINTS, CREDENTIALS);

    /** No values. */
    public static final Environment NONE = new Environment(Map.of(), List.of(), List.of());

    /** Files with lines {@code FLOW#NODE.PROPERTY=VALUE}, with paths relative to this file. */
    private static final String OVERRIDES = "overrides";

    /** Scripts that create configurable services, with paths relative to this file. */
    private static final String SERVICES = "configurableServices";

    /**
     * Reads the file. Reports unknown keys and values that are not strings.
     *
     * @param files reader of files by their paths; returns null for a file that it reports
     */
    public static Environment read(
            Source source, Function<YamlScalar, @Nullable Source> files, Problems problems) {
        YamlNode document = Yaml.read(source, problems);
        YamlMapping file = document == null ? null : document.asMapping(problems);
        if (file == null) {
            return NONE;
        }
        List<String> keys = new ArrayList<>(KINDS);
        keys.addAll(List.of(OVERRIDES, SERVICES));
        file.checkKeys(keys, entry -> "", problems);
        Map<String, Map<String, String>> values = new LinkedHashMap<>();
        for (String kind : KINDS) {
            Map<String, String> named = new LinkedHashMap<>();
            for (YamlEntry entry : entries(file.get(kind), problems)) {
                if (RESOURCES.contains(kind) && entry.value() instanceof YamlMapping given) {
                    named.put(entry.name(), flow(given, problems));
                    continue;
                }
                YamlScalar value = entry.value().asScalar(problems);
                if (value != null && !value.isNull() && !value.text().isBlank()) {
                    boolean url =
                            kind.equals(DATA_SOURCES)
                                    || kind.equals(ENDPOINTS) && value.text().contains("://");
                    named.put(
                            entry.name(),
                            url ? "{url: " + quoted(value.text()) + "}" : value.text());
                }
            }
            values.put(kind, named);
        }
        return new Environment(
                values,
                files(file.get(OVERRIDES), files, problems),
                files(file.get(SERVICES), files, problems));
    }

    /** Returns the files whose paths a key contains. */
    private static List<Source> files(
            @Nullable YamlNode node,
            Function<YamlScalar, @Nullable Source> files,
            Problems problems) {
        List<Source> all = new ArrayList<>();
        for (YamlScalar path : scalars(node, problems)) {
            Source read = files.apply(path);
            if (read != null) {
                all.add(read);
            }
        }
        return List.copyOf(all);
    }

    private static List<YamlScalar> scalars(@Nullable YamlNode node, Problems problems) {
        List<YamlNode> items =
                node == null
                        ? List.of()
                        : node instanceof YamlSequence list ? list.items() : List.of(node);
        List<YamlScalar> scalars = new ArrayList<>();
        for (YamlNode item : items) {
            YamlScalar scalar = item.asScalar(problems);
            if (scalar != null && !scalar.isNull()) {
                scalars.add(scalar);
            }
        }
        return scalars;
    }

    private static List<YamlEntry> entries(@Nullable YamlNode node, Problems problems) {
        if (node == null || node instanceof YamlScalar scalar && scalar.isNull()) {
            return List.of();
        }
        YamlMapping mapping = node.asMapping(problems);
        return mapping == null ? List.of() : mapping.entries();
    }

    /** Whether a value is a mapping on one line, not a name. */
    public static boolean isMapping(String value) {
        return value.startsWith("{");
    }

    /** Returns a mapping of scalars on one line. */
    private static String flow(YamlMapping mapping, Problems problems) {
        List<String> keys = new ArrayList<>();
        for (YamlEntry entry : mapping.entries()) {
            YamlScalar value = entry.value().asScalar(problems);
            if (value != null) {
                String text = value.isPlain() ? value.text() : quoted(value.text());
                keys.add(entry.name() + ": " + text);
            }
        }
        return "{" + String.join(", ", keys) + "}";
    }

    /** Returns a string of YAML in double quotes. */
    public static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        text.chars()
                .forEach(
                        c -> {
                            switch (c) {
                                case '"' -> quoted.append("\\\"");
                                case '\\' -> quoted.append("\\\\");
                                case '\n' -> quoted.append("\\n");
                                case '\r' -> quoted.append("\\r");
                                case '\t' -> quoted.append("\\t");
                                default -> quoted.append((char) c);
                            }
                        });
        return quoted.append('"').toString();
    }

    /** Returns the values of a kind by name. */
    public Map<String, String> of(String kind) {
        return values.getOrDefault(kind, Map.of());
    }

    /** Returns the value of a name; null if the file does not contain the name. */
    @Nullable String find(String kind, String name) {
        return of(kind).get(name);
    }

    /** Returns a path with its longest mapped prefix replaced; null if no prefix is mapped. */
    @Nullable String path(String path) {
        String best = null;
        for (String prefix : of(PATHS).keySet()) {
            boolean begins =
                    path.equals(prefix)
                            || path.startsWith(prefix.endsWith("/") ? prefix : prefix + "/")
                            || path.startsWith(prefix.endsWith("\\") ? prefix : prefix + "\\");
            if (begins && (best == null || prefix.length() > best.length())) {
                best = prefix;
            }
        }
        return best == null
                ? null
                : of(PATHS).get(best) + path.substring(best.length()).replace('\\', '/');
    }
}
