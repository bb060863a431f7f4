package io.millrace.flows;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What a check says about units of work: whether messages share them, and if not, because of what.
 */
class UnitSharingTest {

    private static final String ESQL =
            """
            DECLARE seen SHARED INTEGER 0;
            CREATE COMPUTE MODULE Plain
              CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN SET OutputRoot = InputRoot; END;
            END MODULE;
            CREATE COMPUTE MODULE Counts
              CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN
                CALL count();
              END;
            END MODULE;
            CREATE PROCEDURE count() BEGIN
              SET seen = seen + 1;
            END;
            """;

    @TempDir Path folder;

    private List<UnitSharing> check(String head, String input, String work) throws IOException {
        return check(head, input, work, "");
    }

    private List<UnitSharing> check(String head, String input, String work, String settings)
            throws IOException {
        Files.writeString(
                folder.resolve("f.flow.yaml"),
                """
                flow: f
                %s
                nodes:
                  in:   {type: MQInput, queue: A%s}
                  work: {%s}
                  out:  {type: MQOutput, queue: B}
                connections:
                  in.out: work
                  work.out: out
                """
                        .formatted(head, input, work));
        Files.writeString(folder.resolve("f.esql"), ESQL);
        Files.writeString(folder.resolve("application.yaml"), "name: app\n" + settings);
        CheckReport report = Application.report(List.of(folder), ApplicationOptions.DEFAULTS);
        assertThat(report.problems()).isEmpty();
        return report.units();
    }

    private static final String PLAIN = "type: Compute, module: Plain";

    @Test
    void aFlowWhoseEffectsAreAllInTheUnitSharesIt() throws IOException {
        assertThat(check("", "", PLAIN))
                .singleElement()
                .satisfies(
                        u -> {
                            assertThat(u.maxMessages()).isEqualTo(64);
                            assertThat(u.node()).isEmpty();
                            assertThat(u.place().line()).isEqualTo(1);
                            assertThat(u.text())
                                    .isEqualTo(
                                            "flow f: up to 64 messages of in that are ready share a"
                                                    + " unit of work");
                        });
    }

    @Test
    void theStatementIsToldThatKeepsAFlowFromIt() throws IOException {
        assertThat(check("", "", "type: Compute, module: Counts"))
                .singleElement()
                .satisfies(
                        u -> {
                            assertThat(u.maxMessages()).isEqualTo(1);
                            assertThat(u.node()).isEqualTo("work");
                            assertThat(u.text())
                                    .contains("node work writes the SHARED variable seen")
                                    .contains("f.esql:11:");
                        });
    }

    @Test
    void theNodeAndPropertyAreToldThatKeepAFlowFromIt() throws IOException {
        assertThat(check("", ", transactionMode: no", PLAIN).getFirst().text())
                .contains("node in reads messages outside the unit (transactionMode no)")
                .contains("f.flow.yaml:4:");
        assertThat(check("", ", orderMode: byUserId", PLAIN).getFirst().text())
                .contains("orderMode");
        assertThat(check("", "", "type: MQOutput, queue: C, transactionMode: no").getFirst().text())
                .contains("node work puts messages outside the unit");
        assertThat(
                        check("", "", "type: MQOutput, queue: C, destinationMode: list")
                                .getFirst()
                                .text())
                .contains("list of destinations");
        assertThat(check("", "", PLAIN + ", transaction: commit").getFirst().text())
                .contains("node work commits database work immediately after the node");
        assertThat(
                        check("", "", "type: Trace, destination: file, filePath: t.log, pattern: x")
                                .getFirst()
                                .text())
                .contains("node work writes to a file");
    }

    @Test
    void theFlowsSettingsAreTold() throws IOException {
        assertThat(check("batching: off", "", PLAIN).getFirst().text())
                .endsWith("has its own unit of work, for batching is off");
        assertThat(check("commitCount: 40\ncommitInterval: 0.25", "", PLAIN).getFirst().text())
                .contains("up to 40 messages")
                .endsWith("which waits up to 0.25 s for further messages");
        assertThat(check("commitCount: 40", ", transactionMode: no", PLAIN).getFirst().text())
                .contains("although commitCount is 40, because node in");
    }

    @Test
    void whatAnExecutionGroupSaysReplacesWhatTheFlowSays() throws IOException {
        List<UnitSharing> units =
                check(
                        "commitCount: 40",
                        "",
                        PLAIN,
                        """
                        executionGroups:
                          one: {flows: {f: {commitCount: 1}}}
                          many: {flows: [f]}
                        """);
        assertThat(units).extracting(UnitSharing::maxMessages).containsExactly(1, 40);
    }

    @Test
    void aSingleFileIsToldOfToo() throws IOException {
        check("", "", PLAIN);
        Path file = folder.resolve("f.flow.yaml");
        assertThat(Application.report(List.of(file), ApplicationOptions.DEFAULTS).units())
                .hasSize(1);
        Path esql = folder.resolve("f.esql");
        assertThat(Application.report(List.of(esql), ApplicationOptions.DEFAULTS).units())
                .isEmpty();
    }
}
