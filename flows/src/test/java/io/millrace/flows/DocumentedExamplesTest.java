package io.millrace.flows;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.Problem;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Holds the whole files that the documentation shows against what Millrace takes. */
class DocumentedExamplesTest {

    private static final Path DOCS = Path.of("../docs");
    private static final Pattern BLOCK = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);
    private static final Pattern ESQL_BLOCK = Pattern.compile("```esql\n(.*?)```", Pattern.DOTALL);
    private static final String ESQL =
            """
            CREATE COMPUTE MODULE PriceOrder
              CREATE FUNCTION Main() RETURNS BOOLEAN
              BEGIN
                SET OutputRoot = InputRoot;
                RETURN TRUE;
              END;
            END MODULE;
            """;

    @TempDir Path folder;

    private static List<String> blocks(String page, String beginning) throws IOException {
        return blocks(BLOCK, page, beginning);
    }

    private static List<String> blocks(Pattern block, String page, String beginning)
            throws IOException {
        List<String> blocks = new ArrayList<>();
        Matcher matcher = block.matcher(Files.readString(DOCS.resolve(page)));
        while (matcher.find()) {
            if (matcher.group(1).startsWith(beginning)) {
                blocks.add(matcher.group(1));
            }
        }
        assertThat(blocks).as("examples of %s that begin with %s", page, beginning).isNotEmpty();
        return blocks;
    }

    private List<String> check(Path path) {
        return Application.check(path).stream().map(Problem::render).toList();
    }

    @Test
    void theFlowAndSubflowAreWithoutProblems() throws IOException {
        Files.writeString(
                folder.resolve("orders.flow.yaml"), blocks("flows.md", "flow:").getFirst());
        Files.writeString(
                folder.resolve("audit.subflow.yaml"), blocks("flows.md", "subflow:").getFirst());
        Files.writeString(folder.resolve("pricing.esql"), ESQL);

        assertThat(check(folder)).isEmpty();
    }

    @Test
    void theApplicationFileIsWithoutProblems() throws IOException {
        Files.writeString(
                folder.resolve("application.yaml"),
                blocks("configuration.md", "name: orders").getFirst());
        for (String flow : List.of("orders", "pricing")) {
            Files.writeString(
                    folder.resolve(flow + ".flow.yaml"),
                    """
                    flow: %s
                    nodes:
                      in: {type: MQInput, queue: ORDERS.IN}
                      done: {type: MQOutput, queue: ORDERS.DONE}
                    connections: {in.out: done}
                    """
                            .formatted(flow));
        }

        assertThat(check(folder)).isEmpty();
    }

    @Test
    void theBrokerFileIsWithoutProblems() throws IOException {
        Path file = folder.resolve("broker.yaml");
        Files.writeString(file, blocks("configuration.md", "name: MILLRACE").getFirst());

        assertThat(check(file)).isEmpty();
    }

    @Test
    void theFlowTestsAreWithoutProblems() throws IOException {
        Files.writeString(
                folder.resolve("orders.flow.yaml"),
                "flow: orders\nnodes:\n  in: {type: MQInput, queue: IN}\n");
        Files.createDirectories(folder.resolve("messages"));
        Files.writeString(folder.resolve("messages/order-17.xml"), "<order/>");
        Files.createDirectories(folder.resolve("tests"));
        Files.writeString(
                folder.resolve("tests/orders.yaml"), blocks("flow-tests.md", "flow:").getFirst());

        assertThat(check(folder)).isEmpty();
    }

    @Test
    void theEsqlThatCallsOtherLanguagesIsWithoutProblems() throws IOException {
        Files.writeString(
                folder.resolve("order.flow.yaml"),
                """
                flow: order
                nodes:
                  in: {type: MQInput, queue: IN}
                  order: {type: Compute, module: Order}
                connections: {in.out: order}
                """);
        Files.writeString(
                folder.resolve("order.esql"),
                blocks(ESQL_BLOCK, "java.md", "CREATE FUNCTION encoded").getFirst());

        assertThat(check(folder)).isEmpty();
    }

    @Test
    void theMessageSetIsWithoutProblems() throws IOException {
        String page = "message-sets.md";
        List<String> esql = blocks(ESQL_BLOCK, page, "SET");
        Files.writeString(
                folder.resolve("payroll.model.yaml"), blocks(page, "messageSet:").getFirst());
        Files.writeString(folder.resolve("raise.flow.yaml"), blocks(page, "flow:").getFirst());
        Files.writeString(
                folder.resolve("raise.esql"),
                "CREATE COMPUTE MODULE Raise\nCREATE FUNCTION Main() RETURNS BOOLEAN\nBEGIN\n"
                        + String.join("", esql)
                        + "RETURN TRUE;\nEND;\nEND MODULE;\n");

        assertThat(check(folder)).isEmpty();
    }

    @Test
    void theMessageSetsOfTextsAreWithoutProblems() throws IOException {
        for (String set : List.of("shop", "edifact")) {
            Files.writeString(
                    folder.resolve(set + ".model.yaml"),
                    blocks("message-sets-tds.md", "messageSet: " + set).getFirst());
        }

        Files.writeString(
                folder.resolve("pass.flow.yaml"),
                """
                flow: pass
                nodes:
                  in: {type: MQInput, queue: IN}
                  out: {type: MQOutput, queue: OUT}
                connections:
                  in.out: out
                """);
        assertThat(check(folder)).isEmpty();
    }
}
