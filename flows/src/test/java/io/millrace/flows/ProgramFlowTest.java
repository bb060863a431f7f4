package io.millrace.flows;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.message.Element;
import io.millrace.engine.parser.MessageTemplate;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** ESQL of public projects in flows: what it does with the trees and bytes of the formats. */
class ProgramFlowTest {

    private static final String FLOW =
            """
            flow: orders
            nodes:
              in:   {type: MQInput, queue: IN, domain: DOMAIN, backoutThreshold: 1, backoutQueue: BACK}
              work: NODE
              out:  {type: MQOutput, queue: OUT}
              no:   {type: MQOutput, queue: NO}
            connections:
              in.out: work
              CONNECTIONS
            """;

    private static String flow(String node, String connections) {
        return FLOW.replace("DOMAIN", "XMLNSC")
                .replace("NODE", node)
                .replace("CONNECTIONS", connections);
    }

    /** Returns each queue with the text that was put on it. */
    private static List<String> run(String flowYaml, String esql, String body) {
        try (Flow flow = Flow.parse(flowYaml, esql)) {
            return flow.process(body).outputs().stream()
                    .map(output -> output.queue() + " " + output.text())
                    .toList();
        }
    }

    private static List<String> compute(String statements, String body) {
        return run(
                flow("{type: Compute, module: M}", "work.out: out"),
                "CREATE COMPUTE MODULE M CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN\n"
                        + statements
                        + "\nEND; END MODULE;",
                body);
    }

    @Test
    void aFilterRefusesAMessageWithoutTheUserAndPasswordThatItAsksFor() {
        String filter =
                """
                CREATE FILTER MODULE M CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN
                  IF Root.Properties.IdentitySourceToken <> 'miller'
                      OR Root.Properties.IdentitySourcePassword <> 'secret' THEN
                    RETURN FALSE;
                  END IF;
                  RETURN TRUE;
                END; END MODULE;
                """;
        String flow = flow("{type: Filter, module: M}", "work.true: out\n  work.false: no");

        assertThat(run(flow, filter, "<a/>")).containsExactly("NO <a/>");
    }

    @ParameterizedTest
    @ValueSource(strings = {"'nowhere'", "-2"})
    void aMessageForNowhereIsNotPropagated(String terminal) {
        assertThat(
                        compute(
                                "SET OutputRoot.XMLNSC.a = 1; PROPAGATE TO TERMINAL "
                                        + terminal
                                        + "; SET OutputRoot.XMLNSC.b = 2; RETURN TRUE;",
                                "<a/>"))
                .containsExactly("OUT <b>2</b>");
        String statement =
                """
                CREATE DATABASE MODULE M CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN
                  PROPAGATE TO TERMINAL TERMINAL_;
                  RETURN TRUE;
                END; END MODULE;
                """
                        .replace("TERMINAL_", terminal);
        assertThat(run(flow("{type: Database, statement: M}", "work.out: out"), statement, "<a/>"))
                .containsExactly("OUT <a/>");
    }

    @Test
    void foldersOfEveryKindAreCreatedWithTheirDomain() {
        String statements =
                """
                CREATE LASTCHILD OF OutputRoot DOMAIN 'Properties';
                SET OutputRoot.Properties.CodedCharSetId = 1208;
                CREATE NEXTSIBLING OF OutputRoot.Properties DOMAIN 'MQMD' NAME 'MQMD';
                SET OutputRoot.MQMD.Priority = 7;
                CREATE LASTCHILD OF OutputRoot DOMAIN('MQRFH2') NAME 'MQRFH2';
                SET OutputRoot.MQRFH2.usr.colour = 'red';
                CREATE LASTCHILD OF OutputRoot DOMAIN 'XMLNSC';
                SET OutputRoot.XMLNSC.a = 1;
                RETURN TRUE;
                """;
        try (Flow flow =
                Flow.parse(
                        flow("{type: Compute, module: M}", "work.out: out"),
                        "CREATE COMPUTE MODULE M CREATE FUNCTION Main() RETURNS BOOLEAN BEGIN\n"
                                + statements
                                + "END; END MODULE;")) {
            FlowResult.Output output = flow.process("<a/>").outputs("OUT").getFirst();
            Element root = output.root(MessageTemplate.domain("XMLNSC"));

            assertThat(output.descriptor().priority()).isEqualTo(7);
            assertThat(root.at("MQRFH2", "usr", "colour").text()).isEqualTo("red");
            assertThat(root.at("XMLNSC", "a").text()).isEqualTo("1");
        }
    }

    /** The pattern of many public Trace nodes. */
    @ParameterizedTest
    @CsvSource({"XMLNSC", "JSON", "BLOB"})
    void aTracePatternShowsTheBytesOfTheMessage(String domain, @TempDir Path folder)
            throws IOException {
        Path file = folder.resolve("trace.txt");
        String node =
                """
                {type: Trace, destination: file, filePath: "FILE", pattern: \
                "got ${CAST(ASBITSTREAM(Root OPTIONS BITOR(FolderBitStream, ValidateNone)) AS \
                CHARACTER CCSID 1208)}"}\
                """
                        .replace("FILE", file.toString());
        String flow = flow(node, "work.out: out").replace("domain: XMLNSC", "domain: " + domain);
        String body = domain.equals("JSON") ? "{\"a\":\"ä\"}" : "<a>ä</a>";

        assertThat(run(flow, "", body)).containsExactly("OUT " + body);
        assertThat(Files.readString(file)).contains("got " + body);
    }

    private static final String BASE64 =
            "CREATE LASTCHILD OF OutputRoot DOMAIN 'XMLNSC' NAME 'XMLNSC';"
                    + "CREATE LASTCHILD OF OutputRoot.XMLNSC TYPE XMLNSC.Field +"
                    + " XMLNSC.base64Binary NAME 'data' VALUE X'01020304';";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "SET OutputRoot.JSON.Data.n VALUE = NULL; | {\"n\":null}",
                "SET OutputRoot.JSON.Data.n = 1; SET OutputRoot.JSON.Data.n VALUE = NULL; |"
                        + " {\"n\":null}",
                "CREATE FIELD OutputRoot.JSON.Data.o; SET OutputRoot.JSON.Data.o.p VALUE = NULL; |"
                        + " {\"o\":{\"p\":null}}",
                "SET OutputRoot.XMLNSC.a.n VALUE = NULL; | <a><n/></a>",
                BASE64 + " | <data>AQIDBA==</data>",
            })
    void valuesAreWrittenAsTheFormatRequires(String statements, String expected) {
        assertThat(compute(statements + " RETURN TRUE;", "<a/>"))
                .containsExactly("OUT " + expected);
    }
}
