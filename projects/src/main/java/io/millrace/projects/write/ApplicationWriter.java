package io.millrace.projects.write;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.FileErrors;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Source;
import io.millrace.flows.definition.Definitions;
import io.millrace.flows.definition.FlowDefinition;
import io.millrace.flows.definition.PropertyText;
import io.millrace.projects.convert.Environment;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A writer of definitions as the files of an application. */
public final class ApplicationWriter {

    private static final Pattern SCHEMA =
            Pattern.compile("(?i)^\\s*BROKER\\s+SCHEMA\\s+([\\w.]+)", Pattern.MULTILINE);

    private final Map<String, byte[]> files = new LinkedHashMap<>();

    private final Map<Place, String> comments;

    private ApplicationWriter(Map<Place, String> comments) {
        this.comments = comments;
    }

    /**
     * Writes an application without comments.
     *
     * @see #write(Definitions, Map, Path)
     */
    public static int write(Definitions definitions, Path folder) {
        return write(definitions, Map.of(), folder);
    }

    /**
     * Writes an application.
     *
     * @param comments comments on nodes, by the places of the nodes
     * @param folder folder that does not exist or is empty
     * @return number of files
     * @throws MillraceException with FILE_UNREADABLE if the folder cannot be written or is not
     *     empty
     */
    public static int write(Definitions definitions, Map<Place, String> comments, Path folder) {
        ApplicationWriter writer = new ApplicationWriter(comments);
        writer.collect(definitions);
        try {
            Files.createDirectories(folder);
            try (Stream<Path> existing = Files.list(folder)) {
                if (existing.findAny().isPresent()) {
                    throw new MillraceException(
                            ErrorCode.FILE_UNREADABLE, "the folder " + folder + " must be empty");
                }
            }
            for (Map.Entry<String, byte[]> file : writer.files.entrySet()) {
                Path path = folder.resolve(file.getKey()).normalize();
                if (!path.startsWith(folder.normalize())) {
                    throw new MillraceException(
                            ErrorCode.PROJECT_FILE,
                            "the path %s of a file leads out of the project; rename the file"
                                    .formatted(file.getKey()));
                }
                Files.createDirectories(path.getParent());
                Files.write(path, file.getValue());
            }
        } catch (IOException e) {
            throw new MillraceException(
                    ErrorCode.FILE_UNREADABLE,
                    "%s cannot be written: %s".formatted(folder, FileErrors.reason(e)));
        }
        return writer.files.size();
    }

    private void collect(Definitions definitions) {
        for (FlowDefinition flow : definitions.flows()) {
            add("flows/" + flow.name(), "." + flow.kind() + ".yaml", FlowYaml.of(flow, comments));
        }
        for (Source esql : definitions.esql()) {
            add("esql/" + esqlName(esql), ".esql", esql.text());
        }
        for (Source model : definitions.models()) {
            String name = plainName(model).replaceFirst("\\..*", "");
            add("models/" + name, ".model.yaml", model.text());
        }
        definitions.contents().forEach(files::putIfAbsent);
        definitions.jars().forEach((name, jar) -> files.put("lib/" + name, jar));
        if (!definitions.overrides().isEmpty()) {
            add("overrides", ".yaml", overrides(definitions.overrides()));
        }
        Source settings = definitions.settings();
        if (settings != null) {
            add("application", ".yaml", settings.text());
        }
    }

    private static String overrides(Map<String, PropertyText> settings) {
        StringBuilder yaml = new StringBuilder("default:\n");
        settings.forEach(
                (name, value) -> {
                    List<String> texts = value.texts().stream().map(Environment::quoted).toList();
                    String text =
                            value.list() ? "[" + String.join(", ", texts) + "]" : texts.getFirst();
                    yaml.append("  ").append(Environment.quoted(name)).append(": ");
                    yaml.append(text).append('\n');
                });
        return yaml.toString();
    }

    /** Adds a file with a name that is not used yet. */
    private void add(String name, String suffix, String text) {
        String path = name + suffix;
        for (int i = 2; files.containsKey(path); i++) {
            path = name + "-" + i + suffix;
        }
        files.put(path, text.getBytes(StandardCharsets.UTF_8));
    }

    private static String plainName(Source source) {
        String name = source.name().replace('\\', '/');
        return name.substring(name.lastIndexOf('/') + 1);
    }

    /** Returns the name of a file of ESQL after its schema, because its folder is not kept. */
    private static String esqlName(Source esql) {
        Matcher schema = SCHEMA.matcher(esql.text());
        String name = plainName(esql).replaceFirst("(?i)\\.esql$", "");
        return schema.find() ? schema.group(1) + "." + name : name;
    }
}
