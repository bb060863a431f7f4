package io.millrace.flows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.ProblemsException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.observe.PathRecorder;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.queue.QueueMessage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;
import java.util.stream.Collectors;

/** Values of sensitive fields in errors, ExceptionLists, traces and messages of flows. */
class SensitiveFieldsFlowTest {

    private static final String NUMBER = "4111222233334444";

    private static final String ORDER =
            """
            <order id="7"><card><number>%s</number><owner>A. Smith</owner></card></order>\
            """
                    .formatted(NUMBER);

    private static final String SETTINGS =
            """
            sensitiveFields: [XMLNSC.order.card.number, JSON.Data.password, MQRFH2.usr.token]
            """;

    /** Returns the application of a flow with a Compute node that executes statements. */
    private static Application application(String settings, String domain, String statements) {
        return Application.of(
                "shop",
                Map.of(
                        "application.yaml",
                        settings,
                        "shop.flow.yaml",
                        """
                        flow: shop
                        nodes:
                          in: {type: MQInput, queue: IN, domain: %s}
                          work: {type: Compute, module: Work}
                          trace: {type: Trace, pattern: "${Root} number ${Root.*[<].order.card.number}"}
                          failed: {type: Compute, module: Failed}
                          out: {type: MQOutput, queue: OUT}
                          errors: {type: MQOutput, queue: ERRORS}
                        connections:
                          in.out: work
                          work.out: trace
                          trace.out: out
                          work.failure: failed
                          failed.out: errors
                        """
                                .formatted(domain),
                        "shop.esql",
                        """
                        CREATE COMPUTE MODULE Work
                          CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN
                            SET OutputRoot = InputRoot;
                            %s
                            RETURN TRUE;
                          END;
                        END MODULE;
                        CREATE COMPUTE MODULE Failed
                          CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN
                            SET OutputRoot.Properties = InputRoot.Properties;
                            SET OutputRoot.MQMD = InputRoot.MQMD;
                            SET OutputRoot.XMLNSC.errors = InputExceptionList;
                            RETURN TRUE;
                          END;
                        END MODULE;
                        """
                                .formatted(statements)));
    }

    private static FlowResult process(String settings, String statements, String body) {
        String domain = body.startsWith("<") ? "XMLNSC" : "JSON";
        try (Flow flow = Flow.of(application(settings, domain, statements), "shop")) {
            return flow.process(body);
        }
    }

    /** Returns everything that displays of a result print, except its messages. */
    private static String printed(FlowResult result) {
        return result.steps().stream()
                        .map(PathRecorder.Step::toString)
                        .collect(Collectors.joining())
                + result.exceptions().stream()
                        .map(SensitiveFieldsFlowTest::all)
                        .collect(Collectors.joining());
    }

    private static String all(Throwable thrown) {
        String inserts =
                thrown instanceof MillraceException e
                        ? e.inserts().stream().map(Insert::text).collect(Collectors.joining(" "))
                        : "";
        String cause = thrown.getCause() == null ? "" : all(thrown.getCause());
        return thrown + " " + inserts + "\n" + cause;
    }

    @Test
    void aTraceShowsAsterisksAndTheMessageIsUnchanged() {
        FlowResult result =
                process(SETTINGS, "SET Environment.copy = InputRoot.XMLNSC.order.card;", ORDER);
        assertThat(printed(result))
                .doesNotContain(NUMBER)
                .contains(":number = '***'", "number '***'", "'A. Smith'");
        assertThat(result.outputs("OUT").getFirst().text()).isEqualTo(ORDER);
        assertThat(printed(process("name: shop", "", ORDER))).contains(NUMBER);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SET OutputRoot.XMLNSC.order.total = InputBody.order.card.number + DATE"
                        + " '2026-01-01';",
                "SET OutputRoot.XMLNSC.order.total = CAST(InputBody.order.card.number AS DATE);",
                "SET OutputRoot.XMLNSC.order.total = CAST('x' || InputBody.order.card.number AS"
                        + " INTEGER);",
                "THROW USER EXCEPTION MESSAGE 3001 VALUES('card', InputBody.order.card.number);",
                "SET OutputRoot.XMLNSC.order.card.number = '9999888877776666'; SET"
                        + " OutputRoot.XMLNSC.total = CAST(OutputRoot.XMLNSC.order.card.number AS"
                        + " DATE);"
            })
    void errorsOfProgramsAndTheirExceptionListAreMasked(String statement) {
        FlowResult result = process(SETTINGS, statement, ORDER);
        assertThat(printed(result))
                .doesNotContain(NUMBER, "4111", "2222", "9999", "7777")
                .contains("***", "Work.Main");
        Element errors = result.outputs("ERRORS").getFirst().root(MessageTemplate.domain("XMLNSC"));
        assertThat(result.outputs("ERRORS").getFirst().text())
                .doesNotContain(NUMBER)
                .contains("***");
        assertThat(errors.child("XMLNSC").at("errors", "RecoverableException")).isNotNull();
    }

    @Test
    void jsonIsMasked() {
        FlowResult result =
                process(
                        SETTINGS,
                        "SET OutputRoot.JSON.Data.a = CAST(InputRoot.JSON.Data.password AS DATE);",
                        "{\"password\": \"open sesame\", \"user\": \"ali\"}");
        assertThat(printed(result))
                .doesNotContain("sesame")
                .contains("cannot cast CHARACTER '***'");
    }

    @Test
    void errorsOfParsersDoNotQuoteTheMessage() {
        String damaged = ORDER.replace("</number>", "&" + NUMBER + ";</number>");
        assertThat(
                        printed(
                                process(
                                        SETTINGS,
                                        "SET OutputRoot.XMLNSC.a = InputBody.order.card;",
                                        damaged)))
                .doesNotContain(NUMBER)
                .contains("XMLNSC body, line 1", "found ***");
        String json = "{\"password\": 4111222233334444x}";
        assertThat(printed(process(SETTINGS, "", json)))
                .doesNotContain("4111")
                .contains("found ***");
    }

    @Test
    void fieldsOfMessageSetsAreMaskedInEachFormat() {
        String model =
                """
                messageSet: shop
                formats: {cwf: {kind: cwf}, tds: {kind: tds, dataElementSeparation: allElementsDelimited, delimiter: ","}, xml: {kind: xml}}
                messages:
                  order:
                    sequence:
                      id: {string: 4}
                      pin: {decimal: 8.0, cwf: packed 5, sensitive: true}
                """;
        Map<String, byte[]> bodies =
                Map.of(
                        "cwf",
                        HexFormat.of().parseHex("41414141" + "012345678C"),
                        "tds",
                        "AAAA,12345678".getBytes(StandardCharsets.UTF_8),
                        "xml",
                        "<order><id>AAAA</id><pin>12345678</pin></order>"
                                .getBytes(StandardCharsets.UTF_8));
        bodies.forEach(
                (format, body) -> {
                    Application application =
                            Application.of(
                                    "shop",
                                    Map.of(
                                            "shop.model.yaml",
                                            model,
                                            "shop.flow.yaml",
                                            """
                                            flow: shop
                                            nodes:
                                              in: {type: MQInput, queue: IN, domain: MRM, messageSet: shop, messageType: order, messageFormat: %s}
                                              trace: {type: Trace, pattern: "${Root.MRM}"}
                                              cast: {type: Compute, module: Work}
                                            connections: {in.out: trace, trace.out: cast}
                                            """
                                                    .formatted(format),
                                            "shop.esql",
                                            """
                                            CREATE COMPUTE MODULE Work
                                              CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN
                                                SET Environment.a = InputRoot.MRM.pin + DATE '2026-01-01';
                                                RETURN FALSE;
                                              END;
                                            END MODULE;
                                            """));
                    try (Flow flow = Flow.of(application, "shop")) {
                        assertThat(printed(flow.process(body)))
                                .as(format)
                                .doesNotContain("12345678")
                                .contains(":pin = ***", "'AAAA'", "cannot add DECIMAL ***");
                        byte[] damaged = body.clone();
                        damaged[format.equals("xml") ? 30 : body.length - 2] = (byte) 0xFE;
                        assertThat(
                                        printed(
                                                flow.process(
                                                        new QueueMessage(
                                                                new Mqmd(), Bytes.of(damaged)))))
                                .as(format)
                                .doesNotContain("1234567", "12345", "0123")
                                .containsPattern("(found|is) \\*\\*\\*");
                    }
                });
    }

    @Test
    void wrongPathsAreErrors() {
        assertThatThrownBy(
                        () -> application("sensitiveFields: [XMLNS.a, XMLNCS.a.b]", "XMLNSC", ""))
                .isInstanceOf(ProblemsException.class)
                .hasMessageContaining("sensitiveFields has the path XMLNCS.a.b, expected a domain")
                .hasMessageContaining("did you mean XMLNSC?");
        assertThatThrownBy(() -> application("sensitiveFields: ['XMLNSC..b']", "XMLNSC", ""))
                .isInstanceOf(ProblemsException.class)
                .hasMessageContaining("'XMLNSC..b', expected names separated by points");
        assertThatThrownBy(
                        () -> application("sensitiveFields: [MQMD.UserIdentifier]", "XMLNSC", ""))
                .isInstanceOf(ProblemsException.class)
                .hasMessageContaining("sensitiveFields has the path MQMD.UserIdentifier");
    }
}
