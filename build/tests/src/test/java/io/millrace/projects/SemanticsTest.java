package io.millrace.projects;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.flows.Application;
import io.millrace.flows.Flow;
import io.millrace.flows.FlowResult;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Behaviour of the product that the files of a project do not show. */
class SemanticsTest {

    private static final String FLOW =
            """
            <ecore:EPackage xmlns:xmi="http://www.omg.org/XMI" xmlns:ecore="e" xmlns:eflow="f" xmlns:u="u"
                xmlns:in="ComIbmMQInput.msgnode" xmlns:out="ComIbmMQOutput.msgnode" xmlns:compute="ComIbmCompute.msgnode"
                xmlns:route="ComIbmRouteToLabel.msgnode" xmlns:label="ComIbmLabel.msgnode" xmlns:sub="a/Sub.subflow"
                xmlns:reset="ComIbmResetContentDescriptor.msgnode" xmlns:filter="ComIbmFilter.msgnode">
            <eClassifiers><composition>%s</composition></eClassifiers></ecore:EPackage>
            """;

    @TempDir Path work;
    private Path project;

    @BeforeEach
    void project() throws IOException {
        project = Files.createDirectories(work.resolve("Shop/a")).getParent();
        Files.writeString(project.resolve("application.descriptor"), "<appDescriptor/>");
    }

    private static String node(String type, String name, String attributes) {
        return "<nodes xmi:type=\"%s:FCMComposite_1\" xmi:id=\"%s\" %s><translation string=\"%s\"/></nodes>"
                .formatted(type, name, attributes, name);
    }

    private static String terminal(String type, String id) {
        return "<nodes xmi:type=\"eflow:%s\" xmi:id=\"%s\"><translation key=\"%s\"/></nodes>"
                .formatted(type, id, id);
    }

    private static String wire(String from, String output, String to, String input) {
        return """
        <connections sourceNode="%s" sourceTerminalName="OutTerminal.%s" targetNode="%s"
            targetTerminalName="InTerminal.%s"/>
        """
                .formatted(from, output, to, input);
    }

    private void write(String path, String... parts) throws IOException {
        Files.writeString(project.resolve(path), FLOW.formatted(String.join("", parts)));
    }

    private void esql(String module, String statements) throws IOException {
        Files.writeString(
                project.resolve(module + ".esql"),
                """
                CREATE COMPUTE MODULE %s
                  CREATE FUNCTION Main() RETURNS BOOLEAN
                  BEGIN
                    SET OutputRoot = InputRoot;
                    %s
                    RETURN TRUE;
                  END;
                END MODULE;
                """
                        .formatted(module, statements));
    }

    private List<String> outputs(String message) {
        try (Flow flow = Flow.of(Application.load(project), "Main")) {
            FlowResult result = flow.process(message);
            assertThat(result.isClean()).isTrue();
            return result.outputs().stream().map(o -> o.queue() + " " + o.text()).toList();
        }
    }

    private static String input(String domain) {
        return node("in", "i", "queueName=\"IN\" messageDomainProperty=\"" + domain + "\"");
    }

    private static String compute(String mode) {
        return node(
                "compute",
                "c",
                "computeExpression=\"esql://routine/#M.Main\" computeMode=\"" + mode + "\"");
    }

    /** The last entry of the list applies; its label is in a subflow that no connection enters. */
    @Test
    void aMessageIsRoutedToTheLastLabelWhichIsInASubflow() throws IOException {
        write(
                "a/Sub.subflow",
                terminal("FCMSink", "OutTerminal.done"),
                node("label", "second", "labelName=\"two\""),
                wire("second", "out", "OutTerminal.done", "in"));
        write(
                "Main.msgflow",
                input("XMLNSC"),
                compute("all"),
                node("route", "r", ""),
                node("sub", "s", ""),
                node("label", "first", "labelName=\"one\""),
                node("out", "A", "queueName=\"A\""),
                node("out", "B", "queueName=\"B\""),
                wire("i", "out", "c", "in"),
                wire("c", "out", "r", "in"),
                wire("first", "out", "A", "in"),
                wire("s", "done", "B", "in"));
        esql(
                "M",
                "SET OutputLocalEnvironment.Destination.RouterList.DestinationData[1].labelName ="
                    + " 'one'; SET"
                    + " OutputLocalEnvironment.Destination.RouterList.DestinationData[2].labelName"
                    + " = 'two';");

        assertThat(outputs("<a/>")).containsExactly("B <a/>");
    }

    /** The only input node is in a subflow that has no input terminal. */
    @Test
    void aSubflowCanContainTheInputNode() throws IOException {
        write(
                "a/Sub.subflow",
                input("XMLNSC"),
                terminal("FCMSink", "OutTerminal.Output1"),
                wire("i", "out", "OutTerminal.Output1", "in"));
        write(
                "Main.msgflow",
                node("sub", "s", ""),
                node("out", "A", "queueName=\"A\""),
                wire("s", "Output1", "A", "in"));

        assertThat(outputs("<a/>")).containsExactly("A <a/>");
    }

    /** Without a mode, what a Compute node writes to the LocalEnvironment is discarded. */
    @Test
    void theModeMessageKeepsTheLocalEnvironmentOfTheInput() throws IOException {
        write(
                "Main.msgflow",
                input("XMLNSC"),
                node("compute", "c", "computeExpression=\"esql://routine/#M.Main\""),
                node("compute", "d", "computeExpression=\"esql://routine/#N.Main\""),
                node("out", "A", "queueName=\"A\""),
                wire("i", "out", "c", "in"),
                wire("c", "out", "d", "in"),
                wire("d", "out", "A", "in"));
        esql("M", "SET OutputLocalEnvironment.x = 'lost'; SET Environment.x = 'kept';");
        esql(
                "N",
                "SET OutputRoot.XMLNSC.a = COALESCE(InputLocalEnvironment.x, 'none') ||"
                        + " Environment.x;");

        assertThat(outputs("<a/>")).containsExactly("A <a>nonekept</a>");
    }

    /** XMLNS has a tree of its own, in which a reset to XMLNSC without a value has no set. */
    @Test
    void theDomainsXmlnsAndXmlnscHaveTheirOwnFolders() throws IOException {
        write(
                "Main.msgflow",
                input("XMLNS"),
                compute("message"),
                node(
                        "reset",
                        "r",
                        "messageDomain=\"XMLNSC\" resetMessageDomain=\"true\""
                                + " resetMessageSet=\"true\" resetMessageType=\"true\""
                                + " resetMessageFormat=\"true\""),
                node("compute", "d", "computeExpression=\"esql://routine/#N.Main\""),
                node("out", "A", "queueName=\"A\""),
                wire("i", "out", "c", "in"),
                wire("c", "out", "r", "in"),
                wire("r", "out", "d", "in"),
                wire("d", "out", "A", "in"));
        esql(
                "M",
                "SET OutputRoot.XMLNS.a.c = CAST(InputRoot.XMLNS.a.(XML.Attribute)b AS INTEGER);");
        esql("N", "SET OutputRoot.XMLNSC.a.d = CAST(InputRoot.XMLNSC.a.c AS INTEGER) + 1;");

        assertThat(outputs("<a b=\"1\"/>")).containsExactly("A <a b=\"1\"><c>1</c><d>2</d></a>");
    }

    /** UNKNOWN leaves by its own terminal; without a connection, the message ends there. */
    @Test
    void aFilterThatIsUnknownDropsTheMessage() throws IOException {
        write(
                "Main.msgflow",
                input("XMLNSC"),
                node("filter", "f", "filterExpression=\"esql://routine/#F.Main\""),
                node("out", "A", "queueName=\"A\""),
                node("out", "B", "queueName=\"B\""),
                wire("i", "out", "f", "in"),
                wire("f", "true", "A", "in"),
                wire("f", "false", "B", "in"));
        Files.writeString(
                project.resolve("F.esql"),
                """
                CREATE FILTER MODULE F
                  CREATE FUNCTION Main() RETURNS BOOLEAN RETURN Root.XMLNSC.a.b = '1';
                END MODULE;
                """);

        assertThat(outputs("<a><b>1</b></a>")).hasSize(1);
        assertThat(outputs("<a><b>2</b></a>")).hasSize(1);
        assertThat(outputs("<a/>")).isEmpty();
    }
}
