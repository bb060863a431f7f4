package io.millrace.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.esql.ModuleKind;
import io.millrace.engine.message.Value;
import io.millrace.engine.node.NodeDescription;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.node.NodeType;
import io.millrace.engine.node.TerminalDescription;
import io.millrace.engine.runtime.CompiledFlow;
import io.millrace.engine.runtime.FlowInstance;
import io.millrace.engine.setting.Setting;
import io.millrace.engine.setting.SettingKind;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** What every node type of the registry keeps to. */
class NodeContractTest {

    /** Terminals as in WMQI: inputs, then outputs. */
    private static final Map<String, List<List<String>>> TERMINALS =
            Map.ofEntries(
                    Map.entry("MQInput", List.of(List.of(), List.of("failure", "out", "catch"))),
                    Map.entry(
                            "MQGet",
                            List.of(
                                    List.of("in"),
                                    List.of("warning", "failure", "out", "noMessage"))),
                    Map.entry("MQHeader", List.of(List.of("in"), List.of("failure", "out"))),
                    Map.entry("MQOutput", List.of(List.of("in"), List.of("failure", "out"))),
                    Map.entry("MQReply", List.of(List.of("in"), List.of("failure", "out"))),
                    Map.entry(
                            "Compute",
                            List.of(
                                    List.of("in"),
                                    List.of("failure", "out", "out1", "out2", "out3", "out4"))),
                    Map.entry(
                            "Filter",
                            List.of(List.of("in"), List.of("failure", "unknown", "false", "true"))),
                    Map.entry(
                            "ResetContentDescriptor",
                            List.of(List.of("in"), List.of("failure", "out"))),
                    Map.entry(
                            "JavaCompute",
                            List.of(List.of("in"), List.of("failure", "out", "alternate"))),
                    Map.entry("XSLTransform", List.of(List.of("in"), List.of("failure", "out"))),
                    Map.entry("Extract", List.of(List.of("in"), List.of("failure", "out"))),
                    Map.entry("Validate", List.of(List.of("in"), List.of("failure", "match"))),
                    Map.entry("Database", List.of(List.of("in"), List.of("failure", "out"))),
                    Map.entry("DataInsert", List.of(List.of("in"), List.of("failure", "out"))),
                    Map.entry("DataUpdate", List.of(List.of("in"), List.of("failure", "out"))),
                    Map.entry("DataDelete", List.of(List.of("in"), List.of("failure", "out"))),
                    Map.entry("Warehouse", List.of(List.of("in"), List.of("failure", "out"))),
                    Map.entry(
                            "DatabaseRetrieve",
                            List.of(List.of("in"), List.of("failure", "out", "keyNotFound"))),
                    Map.entry(
                            "DatabaseRoute",
                            List.of(
                                    List.of("in"),
                                    List.of("failure", "default", "keyNotFound", "match"))),
                    Map.entry(
                            "IdempotentReceive",
                            List.of(List.of("in"), List.of("failure", "out", "duplicate"))),
                    Map.entry("Route", List.of(List.of("in"), List.of("failure", "default"))),
                    Map.entry("RouteToLabel", List.of(List.of("in"), List.of("failure"))),
                    Map.entry("Label", List.of(List.of(), List.of("out"))),
                    Map.entry(
                            "Publication",
                            List.of(List.of("in"), List.of("failure", "noMatch", "out"))),
                    Map.entry(
                            "TryCatch", List.of(List.of("in"), List.of("failure", "catch", "try"))),
                    Map.entry(
                            "CallableFlowInput",
                            List.of(List.of(), List.of("failure", "out", "catch"))),
                    Map.entry(
                            "CallableFlowAsyncInvoke",
                            List.of(List.of("in"), List.of("failure", "out"))),
                    Map.entry(
                            "CallableFlowAsyncResponse",
                            List.of(List.of(), List.of("failure", "out", "catch"))),
                    Map.entry("CallableFlowReply", List.of(List.of("in"), List.of())),
                    Map.entry(
                            "CallableFlowInvoke",
                            List.of(List.of("in"), List.of("failure", "out"))),
                    Map.entry("FileExists", List.of(List.of(), List.of("failure", "out", "catch"))),
                    Map.entry(
                            "FileInput",
                            List.of(List.of(), List.of("failure", "out", "endOfData", "catch"))),
                    Map.entry(
                            "FileOutput",
                            List.of(
                                    List.of("in", "finishFile"),
                                    List.of("failure", "out", "endOfData"))),
                    Map.entry(
                            "FileRead",
                            List.of(List.of("in"), List.of("failure", "out", "noMatch"))),
                    Map.entry(
                            "TimeoutNotification",
                            List.of(List.of(), List.of("failure", "out", "catch"))),
                    Map.entry("TimeoutControl", List.of(List.of("in"), List.of("failure", "out"))),
                    Map.entry("Throw", List.of(List.of("in"), List.of())),
                    Map.entry("Trace", List.of(List.of("in"), List.of("out"))),
                    Map.entry(
                            "FlowOrder",
                            List.of(List.of("in"), List.of("failure", "first", "second"))),
                    Map.entry("Passthrough", List.of(List.of("in"), List.of("out"))));

    /** A stylesheet whose result is the name of the first tag. */
    private static final String COPY =
            """
            <b xsl:version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">\
            <xsl:value-of select="name(*)"/></b>
            """;

    private static final String CODE = JavaComputeTest.Catching.class.getName();

    static Stream<NodeType> types() {
        return FlowRun.TYPES.types().stream();
    }

    @Test
    void theRegistryHasAllTypesAndFindsTheNearestName() {
        assertThat(FlowRun.TYPES.names()).containsAll(TERMINALS.keySet());
        assertThat(FlowRun.TYPES.nearest("MQOuput")).isEqualTo("MQOutput");
        assertThat(FlowRun.TYPES.type("Nothing")).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("types")
    void terminalsAreNamedAsInWmqi(NodeType type) {
        NodeDescription d = type.description();
        List<List<String>> expected = TERMINALS.get(d.type());
        if (expected != null) {
            assertThat(names(d.inputs())).isEqualTo(expected.get(0));
            assertThat(names(d.outputs())).isEqualTo(expected.get(1));
        }
    }

    private static List<String> names(List<TerminalDescription> terminals) {
        return terminals.stream().map(TerminalDescription::name).toList();
    }

    @ParameterizedTest
    @MethodSource("types")
    void everythingIsDocumented(NodeType type) {
        NodeDescription d = type.description();
        assertThat(d.summary()).endsWith(".").hasSizeGreaterThan(20);
        assertThat(d.drawer())
                .isIn(
                        "Absent Products",
                        "Callable Flow",
                        "MQ",
                        "Routing",
                        "Transformation",
                        "Database",
                        "Construction",
                        "Timer",
                        "Publish/Subscribe",
                        "File",
                        "Validation");
        assertThat(d.deliveryClass()).isIn("transactional", "immediate", "none");
        Stream.concat(d.inputs().stream(), d.outputs().stream())
                .forEach(
                        t ->
                                assertThat(t.description())
                                        .as(t.name())
                                        .endsWith(".")
                                        .hasSizeGreaterThan(10));
        d.properties()
                .settings()
                .forEach(
                        p ->
                                assertThat(p.description())
                                        .as(p.name())
                                        .endsWith(".")
                                        .hasSizeGreaterThan(10));
    }

    @ParameterizedTest
    @MethodSource("types")
    void propertiesHaveNamesOfTheirOwnAndDefaultsOfTheirKind(NodeType type) {
        Set<String> names = new HashSet<>();
        for (Setting p : type.description().properties().settings()) {
            assertThat(names.add(p.name())).as(p.name()).isTrue();
            p.aliases().forEach(alias -> assertThat(names.add(alias)).as(alias).isTrue());
            String value = p.defaultValue();
            if (p.required()) {
                assertThat(value).as("a required property has no default").isEmpty();
                continue;
            }
            boolean needed =
                    Set.of(SettingKind.CHOICE, SettingKind.INTEGER, SettingKind.BOOLEAN)
                            .contains(p.kind());
            if (needed || !value.isEmpty()) {
                assertThat(p.canonical(value)).as(p.name()).isEqualTo(value);
            }
        }
    }

    /** The properties that a node of the type must be given, whatever it does. */
    private static String[] required(NodeType type) {
        List<String> given = new ArrayList<>();
        for (Setting p : type.description().properties().settings()) {
            if (p.required()) {
                given.add(p.name());
                given.add(p.name().equals("javaClass") ? CODE : value(p.kind()));
            }
        }
        return given.toArray(String[]::new);
    }

    /** The properties that a node of the type needs to do something. */
    private static String[] given(NodeType type) {
        List<String> given = new ArrayList<>(List.of(required(type)));
        switch (type.description().type()) {
            case "Filter" -> given.addAll(List.of("module", "FILTER"));
            case "MQHeader" -> given.addAll(List.of("mqrfh2", "delete"));
            case "MQOutput" -> given.addAll(List.of("queue", "OUT"));
            case "CallableFlowInvoke" -> given.addAll(List.of("endpoint", "word"));
            case "ResetContentDescriptor" -> given.addAll(List.of("resetDomain", "true"));
            case "DataInsert" -> given.addAll(List.of("mapping", "A = FILTER"));
            case "DataUpdate" ->
                    given.addAll(List.of("mapping", "A = FILTER", "where", "B = FILTER"));
            case "DataDelete" -> given.addAll(List.of("where", "A = FILTER"));
            case "Warehouse" -> given.addAll(List.of("messageColumn", "A"));
            case "DatabaseRetrieve" ->
                    given.addAll(
                            List.of("where", "A = FILTER", "dataElements", "Environment.a = A"));
            case "DatabaseRoute" ->
                    given.addAll(List.of("where", "A = FILTER", "filterExpression", "FILTER"));
            case "FileExists", "FileInput" ->
                    given.addAll(List.of("inputDirectory", folder(), "filenamePattern", "none"));
            case "FileRead" -> given.addAll(List.of("inputDirectory", folder()));
            case "FileOutput" ->
                    given.addAll(List.of("outputDirectory", folder(), "outputFilename", "word"));
            case "Route" -> given.addAll(List.of("filters", "large = FILTER"));
            case "IdempotentReceive" -> given.addAll(List.of("key", "FILTER"));
            default -> {
                // The required ones will do.
            }
        }
        return given.toArray(String[]::new);
    }

    /** A folder for the tests of file nodes. Only FileInput reads it. */
    private static String folder() {
        try {
            return Files.createDirectories(Path.of("target", "file-nodes")).toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String value(SettingKind kind) {
        return switch (kind) {
            case QUEUE -> "IN";
            case INTEGER, SECONDS -> "1";
            case BOOLEAN -> "true";
            case ESQL_MODULE -> "MODULE";
            default -> "word";
        };
    }

    @ParameterizedTest
    @MethodSource("types")
    void aNodeWithDefaultsCompilesIsMadeAndCloses(NodeType type) {
        try (FlowRun run = new FlowRun()) {
            String name = type.description().type();
            ModuleKind kind = name.equals("Database") ? ModuleKind.DATABASE : ModuleKind.COMPUTE;
            run.module("MODULE", kind, e -> Value.of(true))
                    .module("FILTER", ModuleKind.FILTER, e -> Value.of(true));
            NodeDescription d = type.description();
            boolean input = d.input();
            if (!input) {
                if (name.equals("CallableFlowReply")) {
                    run.node("in", "CallableFlowInput", "endpoint=word");
                } else {
                    run.node("in", "MQInput", "queue=IN");
                }
            }
            run.node(input ? "in" : "node", name, given(type));
            if (!d.inputs().isEmpty()) {
                run.connect("in.out -> node");
            }
            CompiledFlow flow = run.compiled();
            FlowInstance first = FlowInstance.open(flow, "in", "default", run.services());
            FlowInstance second = FlowInstance.open(flow, "in", "default", run.services());
            first.runOnce(0);
            first.close();
            second.runOnce(0);
            second.close();
            assertThat(run.queues.status("IN").readers()).as("readers left open").isZero();
        }
    }

    @ParameterizedTest
    @MethodSource("types")
    void aNodeThatCannotBeCompiledSaysWhyInAProblem(NodeType type) {
        FlowRun run = new FlowRun();
        var definition = new FlowRun.Definition("node", type.description(), required(type));
        NodePlan plan = type.compile(definition, run.new Deployment());
        assertThat(plan == null).isEqualTo(run.problems.hasErrors());
    }

    @ParameterizedTest
    @MethodSource("types")
    void anErrorBehindANodePassesItsFailureTerminalUnlessItCatches(NodeType type) {
        NodeDescription d = type.description();
        String through =
                d.outputs().stream()
                        .map(TerminalDescription::name)
                        .filter(t -> List.of("out", "first", "true").contains(t))
                        .findFirst()
                        .orElse(null);
        boolean ordinary =
                !d.input()
                        && !d.inputs().isEmpty()
                        && through != null
                        && !d.isAbsent()
                        && !d.type().equals("Publication");
        if (!ordinary) {
            return;
        }
        try (FlowRun run = new FlowRun()) {
            run.dataSources = new OneRowSources();
            ModuleKind kind =
                    d.type().equals("Database") ? ModuleKind.DATABASE : ModuleKind.COMPUTE;
            run.module("MODULE", kind, e -> Value.of(true))
                    .module("FILTER", ModuleKind.FILTER, e -> Value.of(true));
            List<String> properties = new ArrayList<>(List.of(given(type)));
            // They need a reply queue, a callable flow and a timeout request.
            if (Set.of(
                            "MQReply",
                            "CallableFlowInvoke",
                            "CallableFlowAsyncInvoke",
                            "TimeoutControl",
                            "FileRead")
                    .contains(d.type())) {
                return;
            }
            if (d.type().equals("MQGet")) {
                properties.addAll(List.of("queue", "OUT"));
                run.put("OUT", FlowRun.message("reply"));
            }
            if (d.type().equals("XSLTransform")) {
                properties.addAll(List.of("stylesheet", "copy.xsl"));
                run.files.put("copy.xsl", COPY.getBytes(StandardCharsets.UTF_8));
            }
            run.node("in", "MQInput", "queue=IN", "backoutThreshold=5")
                    .node("node", d.type(), properties.toArray(String[]::new))
                    .test(
                            "bad",
                            m -> {
                                throw new IllegalStateException("behind");
                            })
                    .sink("wrong")
                    .connect("in.out -> node", "node." + through + " -> bad");
            if (names(d.outputs()).contains("failure")) {
                run.connect("node.failure -> wrong");
            }
            var outcome = run.run("<order/>");
            assertThat(outcome.failure().node()).isEqualTo("flow.bad");
            assertThat(run.seen).isEmpty();
        }
    }
}
