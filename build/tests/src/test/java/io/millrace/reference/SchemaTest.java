package io.millrace.reference;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Problem;
import io.millrace.engine.node.NodeType;
import io.millrace.engine.setting.SettingGroup;
import io.millrace.flows.Application;
import io.millrace.flows.definition.FileSettings;
import io.millrace.flows.library.Registries;
import io.millrace.parsers.model.yaml.ModelYaml;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Keeps the JSON Schemas in {@code docs/schema} as the settings are, and compares their verdicts on
 * all samples and all bad examples with those of the check.
 */
class SchemaTest {

    private static final Path ROOT = Path.of("../..");
    private static final Path SCHEMAS = ROOT.resolve("docs/schema");
    private static final Path PROBLEMS = ROOT.resolve("flows/src/test/resources/problems");

    /** Problems that a schema must find as well: they concern the keys of a file, not its names. */
    private static final Set<ErrorCode> OF_KEYS =
            Set.of(ErrorCode.UNKNOWN_KEY, ErrorCode.UNKNOWN_PROPERTY, ErrorCode.MISSING_KEY);

    private static final Map<String, Map<String, Object>> FILES = files();

    private static Map<String, Map<String, Object>> files() {
        Map<String, Map<String, Object>> files = new TreeMap<>();
        files.put("flow", flow("Message flow", FileSettings.FLOW));
        files.put("subflow", flow("Subflow", FileSettings.SUBFLOW));
        Map<String, Object> texts = texts();
        Object textOrList =
                Map.of(
                        "anyOf",
                        List.of(
                                JsonSchema.scalar(),
                                Map.of("type", "array", "items", JsonSchema.scalar())));
        Map<String, Object> overrides =
                new JsonSchema()
                        .with(
                                "overrides",
                                "default",
                                Map.of(
                                        "type",
                                        List.of("object", "null"),
                                        "additionalProperties",
                                        textOrList))
                        .file("Overrides", FileSettings.OVERRIDES);
        // The other keys are names of environments, not of settings.
        overrides.put("propertyNames", Map.of("not", Map.of("pattern", "#")));
        files.put("overrides", overrides);
        files.put(
                "application",
                new JsonSchema()
                        .with(
                                "application",
                                "parameters",
                                Map.of("type", "object", "additionalProperties", texts))
                        .with("application", "externals", texts)
                        .file("Application", FileSettings.APPLICATION));
        files.put("library", new JsonSchema().file("Library", FileSettings.LIBRARY));
        files.put("broker", new JsonSchema().file("Broker", FileSettings.BROKER));
        files.put("headers", new JsonSchema().file("Headers", FileSettings.HEADERS));
        files.put("tests", tests());
        files.put("model", ModelSchema.of(ModelYaml.groups()));
        return files;
    }

    private static Map<String, Object> texts() {
        return Map.of("type", "object", "additionalProperties", JsonSchema.scalar());
    }

    private static Map<String, Object> tests() {
        JsonSchema schema = new JsonSchema();
        Map<String, Object> output = schema.object(FileSettings.OUTPUT);
        Object messages =
                Map.of(
                        "anyOf",
                        List.of(
                                Map.of("type", "integer", "minimum", 0),
                                JsonSchema.reference("output"),
                                Map.of("type", "array", "items", JsonSchema.reference("output"))));
        Object failure =
                Map.of("anyOf", List.of(JsonSchema.scalar(), schema.object(FileSettings.FAILURE)));
        return schema.define("output", output)
                .with(
                        "test",
                        "outputs",
                        Map.of("type", List.of("object", "null"), "additionalProperties", messages))
                .with("test", "failure", failure)
                .file("Flow tests", FileSettings.TESTS);
    }

    private static Map<String, Object> flow(String title, SettingGroup group) {
        JsonSchema schema = new JsonSchema();
        List<Object> types = new ArrayList<>();
        Set<String> names = new TreeSet<>(Set.of("Subflow", "Operations", "Input", "Output"));
        for (NodeType type : Registries.load().nodes().types()) {
            if (type.description().isAbsent()) {
                continue;
            }
            SettingGroup properties = type.description().properties();
            Map<String, Object> node = new LinkedHashMap<>(schema.object(properties));
            Map<String, Object> keys = new LinkedHashMap<>();
            keys.put("type", Map.of("const", properties.name()));
            keys.putAll(cast(node.get("properties")));
            node.put("properties", keys);
            node.remove("required"); // a subflow can promote a required property
            if (properties.settings().isEmpty()) {
                node.put("additionalProperties", false);
            }
            schema.define(properties.name(), node);
            names.add(properties.name());
            types.add(
                    Map.of(
                            "if",
                            Map.of(
                                    "properties",
                                    Map.of("type", Map.of("const", properties.name()))),
                            "then",
                            JsonSchema.reference(properties.name())));
        }
        Map<String, Object> node = new LinkedHashMap<>();
        node.put("type", "object");
        node.put("required", List.of("type"));
        Object known = Map.of("enum", List.copyOf(names));
        node.put(
                "properties",
                Map.of("type", Map.of("anyOf", List.of(known, Map.of("type", "string")))));
        node.put("allOf", types);
        Object targets =
                Map.of(
                        "anyOf",
                        List.of(
                                JsonSchema.scalar(),
                                Map.of("type", "array", "items", JsonSchema.scalar())));
        Object connections =
                Map.of("type", List.of("object", "null"), "additionalProperties", targets);
        return schema.define("node", node)
                .with(
                        group.name(),
                        "nodes",
                        Map.of(
                                "type",
                                "object",
                                "additionalProperties",
                                JsonSchema.reference("node")))
                .with(group.name(), "connections", connections)
                .with(group.name(), "externals", texts())
                .with(group.name(), "properties", connections)
                .file(title, group);
    }

    @SuppressWarnings("unchecked")
    private static <T> T cast(Object value) {
        return (T) value;
    }

    @Test
    void theFilesAreAsTheSettingsAre() throws IOException {
        JsonMapper mapper =
                JsonMapper.builder()
                        .enable(SerializationFeature.INDENT_OUTPUT)
                        .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
                        .build();
        for (Map.Entry<String, Map<String, Object>> file : FILES.entrySet()) {
            Path path = path(file.getKey());
            String text = mapper.writeValueAsString(file.getValue()) + "\n";
            GeneratedFile.check(path, text, SchemaTest.class);
        }
    }

    private static Path path(String name) {
        return SCHEMAS.resolve(name + ".schema.json");
    }

    /** Returns the name of the schema of a file; null for a file of another kind. */
    private static String schemaOf(Path file) {
        String name = file.getFileName().toString();
        if (Set.of("application.yaml", "library.yaml", "overrides.yaml", "broker.yaml")
                .contains(name)) {
            return name.substring(0, name.indexOf('.'));
        }
        if (file.getParent().endsWith("tests") && name.endsWith(".yaml")) {
            return "tests";
        }
        return Stream.of("flow", "subflow", "model", "headers")
                .filter(kind -> name.endsWith("." + kind + ".yaml"))
                .findFirst()
                .orElse(null);
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> schemaOf(file) != null)
                    .filter(file -> !file.toString().contains("target"))
                    .sorted()
                    .toList();
        }
    }

    @TestFactory
    Stream<DynamicTest> samplesAreValid() throws IOException {
        return files(ROOT.resolve("samples")).stream()
                .map(
                        file ->
                                DynamicTest.dynamicTest(
                                        file.toString(), () -> assertThat(errors(file)).isEmpty()));
    }

    @TestFactory
    Stream<DynamicTest> wrongKeysOfBadExamplesAreInvalid() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        try (Stream<Path> folders = Files.list(PROBLEMS)) {
            // The keys that are wrong in subflows depend on other files. Elements of a model can
            // have the names of properties.
            Set<String> others = Set.of("subflows", "model-misplaced", "model-other-languages");
            List<Path> examples =
                    folders.filter(f -> !others.contains(f.getFileName().toString()))
                            .sorted()
                            .toList();
            for (Path folder : examples) {
                Set<Path> wrong =
                        Application.check(folder).stream()
                                .filter(p -> OF_KEYS.contains(p.code()))
                                .map(Problem::place)
                                .map(place -> Path.of(place.source().name()).toAbsolutePath())
                                .collect(Collectors.toSet());
                for (Path file : files(folder)) {
                    if (wrong.contains(file.toAbsolutePath())) {
                        tests.add(
                                DynamicTest.dynamicTest(
                                        file.toString(),
                                        () -> assertThat(errors(file)).isNotEmpty()));
                    }
                }
            }
        }
        assertThat(tests).hasSizeGreaterThan(5);
        return tests.stream();
    }

    private static List<Error> errors(Path file) throws IOException {
        SchemaRegistry registry =
                SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
        Schema schema =
                registry.getSchema(Files.readString(path(schemaOf(file))), InputFormat.JSON);
        try {
            return schema.validate(Files.readString(file), InputFormat.YAML);
        } catch (RuntimeException notYaml) {
            return List.of(Error.builder().message(notYaml.toString()).build());
        }
    }
}
