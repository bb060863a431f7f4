package io.millrace.connectors;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.node.NodeDescription;
import io.millrace.engine.node.NodeType;
import io.millrace.engine.node.TerminalDescription;
import io.millrace.engine.setting.Setting;
import io.millrace.engine.setting.SettingKind;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Stream;

/** What every node type of the connectors keeps to. */
class ConnectorNodeContractTest {

    /** Terminals as in IIB for its node types: inputs, then outputs. */
    private static final Map<String, List<List<String>>> TERMINALS =
            Map.ofEntries(
                    entry("CamelInput", List.of(), "failure", "out", "catch"),
                    entry("CamelOutput", List.of("in"), "failure", "out"),
                    entry("CamelRequest", List.of("in"), "failure", "out"),
                    entry("EmailOutput", List.of("in"), "failure", "out"),
                    entry("HTTPAsyncRequest", List.of("in"), "failure", "out"),
                    entry(
                            "HTTPAsyncResponse",
                            List.of(),
                            "failure",
                            "out",
                            "error",
                            "timeout",
                            "catch"),
                    entry("HTTPInput", List.of(), "failure", "out", "timeout", "catch"),
                    entry("HTTPReply", List.of("in"), "failure", "out"),
                    entry("HTTPRequest", List.of("in"), "failure", "out", "error"),
                    entry("RESTRequest", List.of("in"), "failure", "out", "error"),
                    entry("HTTPHeader", List.of("in"), "failure", "out"));

    private static Map.Entry<String, List<List<String>>> entry(
            String type, List<String> inputs, String... outputs) {
        return Map.entry(type, List.of(inputs, List.of(outputs)));
    }

    static Stream<NodeDescription> types() {
        return ServiceLoader.load(NodeType.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(t -> t.getClass().getName().startsWith("io.millrace.connectors."))
                .map(NodeType::description);
    }

    private static List<String> names(List<TerminalDescription> terminals) {
        return terminals.stream().map(TerminalDescription::name).toList();
    }

    @ParameterizedTest
    @MethodSource("types")
    void terminalsAreThoseOfTheProduct(NodeDescription type) {
        assertThat(List.of(names(type.inputs()), names(type.outputs())))
                .isEqualTo(TERMINALS.get(type.type()));
    }

    @ParameterizedTest
    @MethodSource("types")
    void everythingIsDocumentedAndDefaultsAreOfTheirKind(NodeDescription type) {
        assertThat(type.summary()).endsWith(".");
        assertThat(type.deliveryClass()).isIn("transactional", "immediate", "none");
        Stream.concat(type.inputs().stream(), type.outputs().stream())
                .forEach(t -> assertThat(t.description()).as(t.name()).endsWith("."));
        Set<String> names = new HashSet<>();
        for (Setting p : type.properties().settings()) {
            assertThat(p.description()).as(p.name()).endsWith(".");
            assertThat(names.add(p.name())).as(p.name()).isTrue();
            p.aliases().forEach(alias -> assertThat(names.add(alias)).as(alias).isTrue());
            boolean needed = p.kind() == SettingKind.CHOICE || p.kind() == SettingKind.INTEGER;
            if (!p.required() && (needed || !p.defaultValue().isEmpty())) {
                assertThat(p.canonical(p.defaultValue())).as(p.name()).isEqualTo(p.defaultValue());
            }
        }
    }
}
