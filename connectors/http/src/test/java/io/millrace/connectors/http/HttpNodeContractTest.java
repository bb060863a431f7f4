package io.millrace.connectors.http;

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

/** What every node type of this module keeps to. */
class HttpNodeContractTest {

    /** Terminals as in IIB: inputs, then outputs. */
    private static final Map<String, List<List<String>>> TERMINALS =
            Map.of(
                    "HTTPInput",
                    List.of(List.of(), List.of("failure", "out", "timeout", "catch")),
                    "HTTPReply",
                    List.of(List.of("in"), List.of("failure", "out")),
                    "HTTPRequest",
                    List.of(List.of("in"), List.of("failure", "out", "error")),
                    "RESTRequest",
                    List.of(List.of("in"), List.of("failure", "out", "error")),
                    "HTTPHeader",
                    List.of(List.of("in"), List.of("failure", "out")));

    static Stream<NodeDescription> types() {
        return ServiceLoader.load(NodeType.class).stream()
                .map(ServiceLoader.Provider::get)
                .map(NodeType::description)
                .filter(d -> d.drawer().equals("HTTP"));
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
