package io.millrace.engine.esql;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Source;
import io.millrace.engine.message.Limits;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** EXTERNAL variables whose values differ between the nodes of an application. */
final class ExternalVariablesTest {

    private static final String PROGRAM =
            """
            DECLARE rate EXTERNAL DECIMAL(5, 2) 0.19;
            DECLARE field EXTERNAL NAME 'total';
            DECLARE ns EXTERNAL NAMESPACE 'urn:a';
            DECLARE whole EXTERNAL INTEGER 7;
            DECLARE count SHARED INTEGER 0;
            CREATE COMPUTE MODULE Test
              CREATE FUNCTION Main() RETURNS BOOLEAN
              BEGIN
                SET count = count + 1;
                SET OutputRoot.XMLNSC.doc.ns:field = rate;
                SET OutputRoot.XMLNSC.doc.whole = whole;
                SET OutputRoot.XMLNSC.doc.count = count;
                RETURN TRUE;
              END;
            END MODULE;
            """;

    private static EsqlProgram program(String... perNode) {
        Problems problems = new Problems();
        EsqlProgram program =
                Esql.compile(
                        List.of(new Source("test.esql", PROGRAM)),
                        new EsqlSettings(
                                RecordingEnvironment.PARSERS,
                                Limits.DEFAULTS,
                                Map.of(),
                                Set.of(perNode),
                                ExternalMethods.UNCHECKED,
                                FunctionRegistry.BUILT_IN),
                        problems);
        problems.throwIfErrors();
        return program.forFlow("flow");
    }

    private static String run(EsqlProgram program) {
        RecordingEnvironment environment = Programs.environment();
        program.module("Test", ModuleKind.COMPUTE).orElseThrow().run(environment);
        return Programs.output(environment).replaceAll("\\s+", " ");
    }

    @Test
    void nodesOfAFlowHaveTheirOwnValuesAndShareTheStateOfTheFlow() {
        EsqlProgram program = program("rate", "field", "ns");
        String first =
                run(program.withExternals(Map.of("rate", "0.2", "field", "sum", "ns", "urn:b")));
        String second = run(program.withExternals(Map.of("rate", "0.25")));
        String third = run(program);
        assertThat(List.of(first, second, third))
                .containsExactly(
                        "XMLNSC doc {urn:b}sum = 0.20 whole = 7 count = 1 ",
                        "XMLNSC doc {urn:a}total = 0.25 whole = 7 count = 2 ",
                        "XMLNSC doc {urn:a}total = 0.19 whole = 7 count = 3 ");
    }

    @Test
    void expressionsOfANodeSeeTheValuesOfTheNode() {
        Problems problems = new Problems();
        EsqlModule expression =
                program("whole")
                        .withExternals(Map.of("whole", "12"))
                        .expression(
                                new Source("expression", "whole + 1"),
                                ModuleKind.COMPUTE,
                                problems);
        assertThat(problems.all()).isEmpty();
        assertThat(expression.run(Programs.environment()).text()).isEqualTo("13");
    }

    @Test
    void variablesAreListedWithTypeInitialValueAndPosition() {
        assertThat(program().externals().stream().map(Object::toString))
                .startsWith(
                        "ExternalVariable[name=rate, type=DECIMAL, value=0.19,"
                                + " place=test.esql:1:9]",
                        "ExternalVariable[name=field, type=NAME, value=total,"
                                + " place=test.esql:2:9]")
                .hasSize(4);
    }

    @Test
    void aValueThatCannotBeConvertedIsRejected() {
        EsqlProgram program = program("rate");
        assertThat(program.rejecting("rate", "much")).hasSize(1);
        assertThat(program.rejecting("rate", "0.3")).isEmpty();
        assertThat(program.rejecting("field", "any")).isEmpty();
        assertThat(program.rejecting("unknown", "any")).isEmpty();
    }
}
