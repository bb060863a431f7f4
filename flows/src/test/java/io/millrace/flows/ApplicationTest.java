package io.millrace.flows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.Problem;
import io.millrace.engine.error.ProblemsException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

class ApplicationTest {

    private static final String FLOW =
            """
            flow: small
            nodes:
              in:  {type: MQInput, queue: "${prefix}.IN"}
              out: {type: MQOutput, queue: "${prefix}.OUT"}
            connections:
              in.out: out
            """;

    @TempDir Path folder;

    private List<String> check(String file) {
        return Application.check(folder.resolve(file)).stream().map(Problem::text).toList();
    }

    @Test
    void anEnvironmentsParametersStandOverTheDefaultOnes() {
        String settings = "parameters: {default: {prefix: DEV, other: x}, live: {prefix: LIVE}}";
        Map<String, String> files = Map.of("a.flow.yaml", FLOW, "application.yaml", settings);

        assertThat(Application.of("app", files).inputs("small"))
                .containsExactly(Map.entry("in", "DEV.IN"));
    }

    @Test
    void theEnvironmentIsChosenWhenAFolderIsLoaded() throws IOException {
        Files.writeString(folder.resolve("a.flow.yaml"), FLOW);
        Files.writeString(
                folder.resolve("application.yaml"),
                "parameters: {default: {prefix: DEV}, live: {prefix: LIVE}}");

        assertThat(Application.load(folder, "live").inputs("small")).containsValue("LIVE.IN");
        assertThatThrownBy(() -> Application.load(folder, "life"))
                .isInstanceOf(ProblemsException.class)
                .hasMessageContaining(
                        "--environment: error MR1006: found life, expected an environment of "
                                + folder.resolve("application.yaml")
                                + ": default, live")
                .hasMessageContaining("did you mean live?");
    }

    @Test
    void foldersBelowHoldDefinitionsTooButNotThoseForOtherThings() throws IOException {
        for (String path : List.of("sub/deep", "messages", "tests", "lib", ".hidden")) {
            Files.createDirectories(folder.resolve(path));
            if (!path.equals("sub/deep")) {
                Files.writeString(folder.resolve(path).resolve("wrong.flow.yaml"), "wrong");
            }
        }
        Files.writeString(folder.resolve("sub/deep/a.flow.yaml"), FLOW.replace("${prefix}", "A"));
        Files.delete(folder.resolve("tests/wrong.flow.yaml"));

        Application application = Application.load(folder);

        assertThat(application.flows()).containsExactly("small");
        assertThat(application.name()).isEqualTo(folder.getFileName().toString());
    }

    @Test
    void aSingleFileIsCheckedTogetherWithThoseBesideIt() throws IOException {
        Files.writeString(
                folder.resolve("a.flow.yaml"),
                FLOW.replace("MQOutput, queue: \"${prefix}.OUT\"", "Compute, module: Double")
                        .replace("${prefix}", "A"));
        Files.writeString(folder.resolve("b.flow.yaml"), "flow: b\nnodes: {}\n");
        Files.writeString(
                folder.resolve("c.esql"),
                """
                CREATE COMPUTE MODULE Double CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN RETURN \
                TRUE; END; END MODULE;\
                """);

        assertThat(check("a.flow.yaml")).isEmpty();
        assertThat(check("b.flow.yaml"))
                .containsExactly("the flow b has no input node, so no message can enter it");
        assertThat(check("c.esql")).isEmpty();
        assertThat(check("d.txt")).containsExactly("the file or folder does not exist");
    }

    @Test
    void anUnknownFlowIsToldWithTheNearestName() {
        Application application =
                Application.of("app", Map.of("a.flow.yaml", FLOW.replace("${prefix}", "A")));

        assertThatThrownBy(() -> Flow.of(application, "smal"))
                .hasMessage("the application app has no flow smal; did you mean small?");
    }
}
