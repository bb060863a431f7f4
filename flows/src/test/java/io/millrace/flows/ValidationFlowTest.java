package io.millrace.flows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.Problem;
import io.millrace.engine.error.ProblemsException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Map;

/** Validation in flows: what nodes and programs ask for, and where failures lead. */
class ValidationFlowTest {

    private static final String MODEL =
            """
            messageSet: orders
            formats: {xml: {suppressDeclaration: true}}
            messages:
              order:
                sequence:
                  id: {int: {minInclusive: 1}}
                  item: {string: {pattern: "[A-Z]+"}, occurs: 1..2}
            """;

    private static final String FLOW =
            """
            flow: orders
            nodes:
              in: {type: MQInput, queue: IN, domain: DOMAIN, messageSet: orders, INPUT backoutThreshold: 1}
              c: {type: Compute, module: Work, COMPUTE}
              out: {type: MQOutput, queue: OUT, OUTPUT}
              report: {type: Compute, module: Report}
              bad: {type: MQOutput, queue: BAD}
            connections:
              in.out: c
              in.failure: report
              in.catch: report
              c.out: out
              report.out: bad
            """;

    private static Application application(
            String domain, String input, String compute, String output, String esql) {
        String flow =
                FLOW.replace("DOMAIN", domain)
                        .replace("INPUT", input.isEmpty() ? "" : input + ", ")
                        .replace(", COMPUTE", compute.isEmpty() ? "" : ", " + compute)
                        .replace(", OUTPUT", output.isEmpty() ? "" : ", " + output);
        return Application.of(
                "orders",
                Map.of(
                        "orders.model.yaml",
                        MODEL,
                        "orders.flow.yaml",
                        flow,
                        "orders.esql",
                        "CREATE COMPUTE MODULE Work CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN\n"
                                + esql
                                + "\nRETURN TRUE; END; END MODULE;\n"
                                + TEXTS));
    }

    /** Says what went wrong: number and text of each innermost exception. */
    private static final String TEXTS =
            """
            CREATE COMPUTE MODULE Report
            CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN
                DECLARE e REFERENCE TO InputExceptionList.*[1];
                SET OutputRoot.XMLNSC.bad.text = '';
                CALL texts(e);
                RETURN TRUE;
            END;
            CREATE PROCEDURE texts(IN e REFERENCE) BEGIN
                FOR child AS e.*[] DO
                    IF FIELDNAME(child) LIKE '%Exception' THEN
                        CALL texts(child);
                    END IF;
                END FOR;
                IF NOT EXISTS(SELECT c FROM e.*[] AS c WHERE FIELDNAME(c) LIKE '%Exception') THEN
                    SET OutputRoot.XMLNSC.bad.text = OutputRoot.XMLNSC.bad.text || CAST(e.Number AS CHARACTER) || ' ' || e.Text || '; ';
                END IF;
            END;
            END MODULE;
            """;

    private static String run(Application application, String body) {
        try (Flow flow = Flow.of(application, "orders")) {
            FlowResult result = flow.process(body);
            assertThat(result.outputs()).as("%s", result).hasSize(1);
            FlowResult.Output out = result.outputs().getFirst();
            return out.queue() + " " + out.text();
        }
    }

    private static final String COPY = "SET OutputRoot = InputRoot;";
    private static final String GOOD = "<order><id>1</id><item>A</item></order>";
    private static final String BAD = "<order><id>0</id><item>A</item><item>b</item></order>";

    @ParameterizedTest
    @CsvSource({"MRM", "XMLNSC"})
    void anInputNodeRefusesWhatItsMessageSetDoesNotAllow(String domain) {
        String where = domain.equals("MRM") ? "MRM" : "XMLNSC.order";
        Application first =
                application(
                        domain, "validate: contentAndValue, parseTiming: complete", "", "", COPY);
        assertThat(run(first, GOOD)).isEqualTo("OUT " + GOOD);
        assertThat(run(first, BAD))
                .isEqualTo(
                        "BAD <bad><text>3202 "
                                + where
                                + ".id: found '0', expected at least 1; </text></bad>");
        Application all =
                application(
                        domain,
                        """
                        validate: contentAndValue, failureAction: exceptionList, parseTiming: \
                        immediate\
                        """,
                        "",
                        "",
                        COPY);
        assertThat(run(all, BAD))
                .isEqualTo(
                        "BAD <bad><text>3202 "
                                + where
                                + ".id: found '0', expected at least 1; 3202 "
                                + where
                                + """
                                .item[2]: found 'b', expected a string of the pattern \
                                [A-Z]+; </text></bad>\
                                """);
        Application content =
                application(domain, "validate: content, parseTiming: complete", "", "", COPY);
        assertThat(run(content, BAD)).isEqualTo("OUT " + BAD);
        Application logged =
                application(
                        domain,
                        """
                        validate: contentAndValue, failureAction: userTrace, parseTiming: complete\
                        """,
                        "",
                        "",
                        COPY);
        assertThat(run(logged, BAD)).isEqualTo("OUT " + BAD);
    }

    @ParameterizedTest
    @CsvSource({"MRM", "XMLNSC"})
    void onDemandTheProgramOrTheOutputNodeMeetsTheFailure(String domain) {
        String folder = domain.equals("MRM") ? "MRM" : "XMLNSC.order";
        Application untouched = application(domain, "validate: contentAndValue", "", "", COPY);
        assertThat(run(untouched, GOOD)).isEqualTo("OUT " + GOOD);
        assertThat(run(untouched, BAD)).contains("BAD").contains("found '0', expected at least 1");
        Application touching =
                application(
                        domain,
                        "validate: contentAndValue",
                        "",
                        "validate: none",
                        COPY + "SET Environment.x = InputRoot." + folder + ".item[2];");
        assertThat(run(touching, GOOD)).isEqualTo("OUT " + GOOD);
        assertThat(run(touching, BAD)).contains("BAD").contains(".item[2]: found 'b'");
        Application none =
                application(domain, "validate: contentAndValue", "", "validate: none", COPY);
        assertThat(run(none, BAD)).isEqualTo("OUT " + BAD);
    }

    @ParameterizedTest
    @CsvSource({"MRM", "XMLNSC"})
    void whatAProgramMadeIsValidatedWhereANodeSaysSo(String domain) {
        String folder = domain.equals("MRM") ? "MRM" : "XMLNSC.order";
        String program =
                "SET OutputRoot.Properties = InputRoot.Properties;SET OutputRoot."
                        + folder
                        + ".id = 5; SET OutputRoot."
                        + folder
                        + ".itm = 'A';";
        String failure = "3211 " + folder + ".itm: found itm, expected";
        Application compute = application(domain, "", "validate: content", "", program);
        assertThat(run(compute, GOOD)).contains("BAD", failure);
        Application output = application(domain, "", "", "validate: contentAndValue", program);
        assertThat(run(output, GOOD)).contains("BAD", failure, "did you mean item?");
    }

    @Test
    void aChangedMessageIsHeldToWhatTheInputNodeSaid() {
        Application changed =
                application(
                        "XMLNSC",
                        "validate: contentAndValue, parseTiming: complete",
                        "",
                        "",
                        COPY + "SET OutputRoot.XMLNSC.order.id = -1;");
        assertThat(run(changed, GOOD)).contains("BAD", "3212 XMLNSC.order.id: found '-1'");
    }

    @Test
    void programsValidateBitStreams() {
        String write =
                """
                SET OutputRoot.XMLNSC.r = CAST(ASBITSTREAM(InputRoot.XMLNSC OPTIONS RootBitStream \
                + ValidateContentAndValue + ValidateException SET 'orders') AS CHARACTER CCSID \
                1208);\
                """;
        Application asBitStream = application("XMLNSC", "", "", "", write);
        assertThat(run(asBitStream, GOOD)).contains("OUT");
        assertThat(run(asBitStream, BAD)).contains("BAD", "XMLNSC.order.id: found '0'");
        String parse =
                """
                CREATE LASTCHILD OF OutputRoot DOMAIN('XMLNSC') \
                PARSE(ASBITSTREAM(InputRoot.XMLNSC) OPTIONS RootBitStream + \
                ValidateContentAndValue + ValidateExceptionList + ValidateComplete CCSID 1208 SET \
                'orders');\
                """;
        Application parsing = application("XMLNSC", "", "", "", parse);
        assertThat(run(parsing, GOOD)).isEqualTo("OUT " + GOOD);
        assertThat(run(parsing, BAD)).contains("BAD", "id: found '0'", "item[2]: found 'b'");
    }

    @Test
    void whereNothingCanBeValidatedTheCheckSaysSo() {
        assertThatThrownBy(() -> application("JSON", "validate: content", "", "", COPY))
                .isInstanceOfSatisfying(
                        ProblemsException.class,
                        e ->
                                assertThat(e.problems())
                                        .extracting(Problem::render)
                                        .anySatisfy(
                                                p ->
                                                        assertThat(p)
                                                                .contains(
                                                                        "validate is content, but"
                                                                            + " the domain JSON has"
                                                                            + " no models")));
    }

    @Test
    void aMessageSetThatIsNotThereIsMarkedWhereItIsNamed() {
        String flow =
                """
                flow: f
                nodes:
                  in: {type: MQInput, queue: IN, domain: XMLNSC, messageSet: ordrs, validate: content}
                  out: {type: MQOutput, queue: OUT}
                connections:
                  in.out: out
                """;
        Map<String, String> files = Map.of("orders.model.yaml", MODEL, "f.flow.yaml", flow);
        assertThatThrownBy(() -> Application.of("orders", files))
                .isInstanceOfSatisfying(
                        ProblemsException.class,
                        e -> {
                            String reported = e.problems().getFirst().render();
                            String marked = reported.substring(reported.lastIndexOf('\n')).strip();
                            assertThat(e.problems()).hasSize(1);
                            assertThat(reported).contains("no message set 'ordrs'");
                            assertThat(marked).isEqualTo("^^^^^");
                        });
    }

    @Test
    void anOptionThatNoDomainHasIsFoundWhenTheFlowIsChecked() {
        assertThatThrownBy(() -> application("XMLNSC", "options: [RetainComment]", "", "", COPY))
                .isInstanceOfSatisfying(
                        ProblemsException.class,
                        e ->
                                assertThat(e.problems())
                                        .extracting(Problem::render)
                                        .anySatisfy(
                                                p ->
                                                        assertThat(p)
                                                                .contains(
                                                                        "unknown option"
                                                                            + " 'RetainComment'")
                                                                .contains("RetainComments")));
    }
}
