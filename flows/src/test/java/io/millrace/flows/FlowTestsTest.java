package io.millrace.flows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.Problem;
import io.millrace.engine.error.ProblemsException;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class FlowTestsTest {

    @TempDir Path app;

    @BeforeEach
    void application() throws IOException {
        Files.createDirectories(app.resolve("tests"));
        Files.createDirectories(app.resolve("messages"));
        Files.writeString(
                app.resolve("messages/good.xml"), "<order><id>7</id><total>12.50</total></order>");
        Files.writeString(app.resolve("messages/good.headers.yaml"), "mqmd: {Priority: 3}");
        Files.writeString(
                app.resolve("orders.flow.yaml"),
                """
                flow: orders
                nodes:
                  in:     {type: MQInput, queue: IN, domain: XMLNSC}
                  order:  {type: FlowOrder}
                  out:    {type: MQOutput, queue: OUT}
                  refuse: {type: MQInput, queue: REFUSED}
                  no:     {type: Throw, messageText: not today}
                connections:
                  in.out: order
                  order.first: out
                  refuse.out: no
                """);
    }

    private List<TestResult> run(String tests) throws IOException {
        Files.writeString(app.resolve("tests/orders.yaml"), tests);
        return FlowTests.run(app);
    }

    private List<String> differences(String tests) throws IOException {
        return run(tests).stream()
                .flatMap(r -> r.differences().stream())
                .map(Problem::render)
                .map(t -> t.replace(app + "/", ""))
                .toList();
    }

    @Test
    void testsThatHoldPass() throws IOException {
        List<TestResult> results =
                run(
                        """
                        tests:
                          - name: an order goes through
                            input: {node: in, file: messages/good.xml}
                            outputs:
                              OUT:
                                - file: messages/good.xml
                                  text: <order><id>7</id><total>12.50</total></order>
                                  contains: [<id>7</id>, total]
                                  mqmd: {Priority: 3, Format: MQSTR}
                            path: [in, order, out]
                          - name: counting is enough
                            input: {node: in, text: anything}
                            outputs: {OUT: 1}
                          - name: what is refused goes to the dead-letter queue
                            input: {node: refuse, text: x}
                            outputs: {SYSTEM.DEAD.LETTER.QUEUE: 1}
                            failure: {code: MR4002, text: not today, node: no}
                        """);

        assertThat(results).allSatisfy(r -> assertThat(r.differences()).isEmpty());
        assertThat(results).hasSize(3);
    }

    @Test
    void anErrorThatAFailureTerminalTookIsAFailureToo() throws IOException {
        Files.writeString(
                app.resolve("guarded.flow.yaml"),
                """
                flow: guarded
                nodes:
                  in:   {type: MQInput, queue: GUARDED, domain: XMLNSC}
                  work: {type: Compute, module: Divide}
                  bad:  {type: MQOutput, queue: BAD}
                  out:  {type: MQOutput, queue: OUT2}
                connections:
                  in.out: work
                  work.out: out
                  work.failure: bad
                """);
        Files.writeString(
                app.resolve("divide.esql"),
                """
                CREATE COMPUTE MODULE Divide
                CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN
                    SET OutputRoot.XMLNSC.a = 1 / CAST(InputRoot.XMLNSC.a AS INTEGER);
                    RETURN TRUE;
                END;
                END MODULE;
                """);
        String test =
                """
                flow: guarded
                tests:
                  - name: nothing is divided by zero
                    input: {text: <a>0</a>}
                    outputs: {BAD: 1}
                """;
        assertThat(differences(test + "    failure: {text: zero, node: work}\n")).isEmpty();
        assertThat(differences(test))
                .singleElement()
                .asString()
                .contains("expected no failure, found MR");
    }

    @Test
    void eachDifferenceIsToldAtThePlaceThatExpectsSomethingElse() throws IOException {
        assertThat(
                        differences(
                                """
                                tests:
                                  - name: all wrong
                                    input: {node: in, text: "<a/>"}
                                    outputs:
                                      OUT: [{text: <b/>, contains: [x], mqmd: {Format: NONE}}]
                                      BACK: 2
                                    path: [in, out]
                                    failure: MR1001
                                """))
                .containsExactly(
                        """
                        tests/orders.yaml:8:14: error MR7002: expected a failure, but the message was \
                        processed without one
                                failure: MR1001
                                         ^^^^^^\
                        """,
                        """
                        tests/orders.yaml:5:20: error MR7002: the body is '<a/>', expected '<b/>'
                                  OUT: [{text: <b/>, contains: [x], mqmd: {Format: NONE}}]
                                               ^^^^\
                        """,
                        """
                        tests/orders.yaml:5:37: error MR7002: the expected string is missing in the \
                        body: '<a/>'
                                  OUT: [{text: <b/>, contains: [x], mqmd: {Format: NONE}}]
                                                                ^\
                        """,
                        """
                        tests/orders.yaml:5:56: error MR7002: MQMD.Format is 'MQSTR', expected 'NONE'
                                  OUT: [{text: <b/>, contains: [x], mqmd: {Format: NONE}}]
                                                                                   ^^^^\
                        """,
                        """
                        tests/orders.yaml:6:7: error MR7002: BACK was expected to have 2 messages, \
                        found no message
                                  BACK: 2
                                  ^^^^\
                        """,
                        """
                        tests/orders.yaml:7:16: error MR7002: the path is in, order, out (expected in, out)
                                path: [in, out]
                                           ^^^\
                        """);
    }

    @Test
    void aFailureThatNobodyExpectsFailsTheTest() throws IOException {
        assertThat(
                        differences(
                                "tests: [{name: refused, input: {node: refuse, text: x}, outputs:"
                                        + " {}}]"))
                .singleElement()
                .asString()
                .contains("expected no failure, found MR4002 in orders.no: not today");
    }

    @Test
    void aWrongNodeOrFlowFailsTheTestOnly() throws IOException {
        assertThat(
                        differences(
                                """
                                tests:
                                  - {name: node, input: {node: inn, text: x}}
                                  - {name: flow, flow: ordres, input: {node: in, text: x}}
                                  - {name: good, input: {node: in, text: x}}
                                """))
                .hasSize(2)
                .anySatisfy(
                        t -> assertThat(t).contains("has no node inn").contains("did you mean in?"))
                .anySatisfy(
                        t ->
                                assertThat(t)
                                        .contains("has no flow ordres")
                                        .contains("did you mean orders?"));
    }

    @Test
    void testsThatAreNotWrittenAsSuchAreProblems() {
        assertThatThrownBy(() -> run("tests: nothing")).isInstanceOf(ProblemsException.class);
        assertThatThrownBy(() -> run("test: []"))
                .isInstanceOf(ProblemsException.class)
                .hasMessageContaining("did you mean tests?");
    }

    @Test
    void anApplicationWithoutTestsHasNone() throws IOException {
        Files.delete(app.resolve("tests"));

        assertThat(FlowTests.run(app)).isEmpty();
    }
}
