package io.millrace.projects;

import static io.millrace.projects.TestProject.connection;
import static io.millrace.projects.TestProject.node;
import static io.millrace.projects.TestProject.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.Problem;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Severity;
import io.millrace.flows.Application;
import io.millrace.flows.Flow;
import io.millrace.flows.FlowResult;
import io.millrace.projects.write.ApplicationWriter;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;

/** Promoted and user-defined properties of subflows, and subflows of several libraries. */
class PromotionsTest {

    private static final String MARK =
            """
            BROKER SCHEMA in
            DECLARE grade EXTERNAL CHARACTER 'initial';
            CREATE COMPUTE MODULE Mark
              CREATE FUNCTION Main() RETURNS BOOLEAN
              BEGIN
                SET OutputRoot = InputRoot;
                CREATE LASTCHILD OF OutputRoot.XMLNSC.a NAME 'grade' VALUE grade;
                RETURN TRUE;
              END;
            END MODULE;
            """;

    @TempDir Path workspace;

    private static String feature(String name, String value) {
        return "<eStructuralFeatures xmi:id='Property.%s' name='%s' defaultValueLiteral='%s'/>\n"
                .formatted(name, name, value);
    }

    private static String feature(String name) {
        return "<eStructuralFeatures xmi:id='Property.%s' name='%s'/>\n".formatted(name, name);
    }

    private static String userDefined(String name) {
        return """
        <propertyOrganizer><propertyDescriptor userDefined="true" describedAttribute="Property.%s"/></propertyOrganizer>
        """
                .formatted(name);
    }

    private static String link(String name, String nodes, String target) {
        return """
        <attributeLinks promotedAttribute="Property.%s" overriddenNodes="%s">
        <overriddenAttribute href="%s"/></attributeLinks>
        """
                .formatted(name, nodes, target);
    }

    /** Returns nodes between the terminals of a subflow, each with the identifier of its place. */
    private static String chain(String... nodes) {
        StringBuilder text = new StringBuilder(terminal("InTerminal.in", "in"));
        text.append(terminal("OutTerminal.out", "out"));
        String from = "InTerminal.in";
        for (int i = 0; i < nodes.length; i++) {
            text.append(nodes[i]);
            String id = String.valueOf(i + 1);
            text.append(connection(from, "OutTerminal.out", id, "InTerminal.in"));
            from = id;
        }
        return text + connection(from, "OutTerminal.out", "OutTerminal.out", "InTerminal.in");
    }

    private static String main(String... nodes) {
        StringBuilder text = new StringBuilder();
        text.append(
                node(
                        1,
                        "ComIbmMQInput.msgnode",
                        "in",
                        "queueName='IN' messageDomainProperty='XMLNSC'"));
        for (int i = 0; i < nodes.length; i++) {
            text.append(nodes[i]);
            text.append(connection(id(i + 1), "OutTerminal.out", id(i + 2), "InTerminal.in"));
        }
        int last = nodes.length + 2;
        text.append(node(last, "ComIbmMQOutput.msgnode", "out", "queueName='OUT'"));
        return text + connection(id(last - 1), "OutTerminal.out", id(last), "InTerminal.in");
    }

    private static String id(int number) {
        return String.valueOf(number);
    }

    private List<String> outputs(TestProject project) {
        Path converted = workspace.resolve("converted");
        ApplicationWriter.write(ProjectImport.read(project.folder()).definitions(), converted);
        List<String> outputs = outputs(project.folder());
        assertThat(outputs(converted)).isEqualTo(outputs);
        return outputs;
    }

    private static List<String> outputs(Path folder) {
        try (Flow flow = Flow.of(Application.load(folder), "")) {
            FlowResult result = flow.process("<a/>");
            assertThat(result.exceptions()).isEmpty();
            return result.outputs().stream().map(o -> o.queue() + " " + o.text()).toList();
        }
    }

    /** Subflows Inner, Middle and Outer: grade of Inner is g of Middle and gg of Outer. */
    private TestProject levels() {
        return new TestProject(workspace, "Levels")
                .write("in/Mark.esql", MARK)
                .flow(
                        "in/Inner.subflow",
                        feature("grade", "low"),
                        chain(
                                node(
                                        1,
                                        "ComIbmCompute.msgnode",
                                        "mark",
                                        "computeExpression='esql://routine/in#Mark.Main'")),
                        userDefined("grade"))
                .flow(
                        "Middle.subflow",
                        feature("g"),
                        chain(
                                node(1, "in_Inner.subflow", "first", ""),
                                node(2, "in_Inner.subflow", "second", "")),
                        link(
                                "g",
                                "FCMComposite_1_1 FCMComposite_1_2",
                                "in/Inner.subflow#Property.grade"))
                .flow(
                        "Outer.subflow",
                        feature("gg", "best"),
                        chain(
                                node(1, "Middle.subflow", "middle", ""),
                                node(2, "Middle.subflow", "other", "g='own'")),
                        link("gg", "FCMComposite_1_1", "Middle.subflow#Property.g"));
    }

    @Test
    void aPromotedUserDefinedPropertyReachesItsSubflowOverThreeLevels() {
        TestProject project =
                levels().flow(
                                "Main.msgflow",
                                "",
                                main(
                                        node(2, "Outer.subflow", "gold", "gg='gold'"),
                                        node(3, "Outer.subflow", "default", ""),
                                        node(4, "Middle.subflow", "none", "")),
                                "");

        assertThat(outputs(project))
                .containsExactly(
                        "OUT <a><grade>gold</grade><grade>gold</grade><grade>own</grade>"
                                + "<grade>own</grade><grade>best</grade><grade>best</grade>"
                                + "<grade>own</grade><grade>own</grade><grade>low</grade>"
                                + "<grade>low</grade></a>");
    }

    @Test
    void userDefinedPropertiesContainNoParameters() {
        TestProject project =
                levels().flow(
                                "Main.msgflow",
                                feature("grade", "${own}"),
                                main(
                                        node(
                                                2,
                                                "ComIbmCompute.msgnode",
                                                "own",
                                                "computeExpression='esql://routine/in#Mark.Main'"),
                                        node(3, "in_Inner.subflow", "one", "grade='${x}'"),
                                        node(4, "Middle.subflow", "two", "g='${y}'")),
                                userDefined("grade"));

        assertThat(outputs(project))
                .containsExactly(
                        "OUT <a><grade>${own}</grade><grade>${x}</grade><grade>${y}</grade>"
                                + "<grade>${y}</grade></a>");
    }

    @Test
    void eachLibraryUsesItsOwnSubflowOfTheSameName() {
        String copy = feature("grade", "theirs");
        String body =
                chain(
                        node(
                                1,
                                "ComIbmCompute.msgnode",
                                "mark",
                                "computeExpression='esql://routine/in#Mark.Main'"));
        TestProject shared =
                new TestProject(workspace, "Shared (1)")
                        .write(
                                "library.descriptor",
                                "<libDescriptor"
                                    + " type='com.ibm.etools.msgbroker.tooling.sharedLibraryNature'/>")
                        .write("in/Mark.esql", MARK)
                        .flow("in/Inner.subflow", copy, body, userDefined("grade"))
                        .flow("Use.subflow", "", chain(node(1, "in_Inner.subflow", "use", "")), "");
        TestProject project =
                levels().references("Shared (1)")
                        .flow(
                                "Main.msgflow",
                                "",
                                main(
                                        node(2, "Use.subflow", "their", ""),
                                        node(3, "in_Inner.subflow", "our", "")),
                                "");

        assertThat(shared.folder()).exists();
        assertThat(outputs(project))
                .containsExactly("OUT <a><grade>theirs</grade><grade>low</grade></a>");
    }

    @Test
    void propertiesOfNodesWithoutEquivalentAreNoFurtherError() {
        TestProject project =
                new TestProject(workspace, "Reef")
                        .flow(
                                "Read.subflow",
                                feature("queue"),
                                chain(
                                        node(
                                                1,
                                                "ComIbmResetContentDescriptor.msgnode",
                                                "dfdl",
                                                "messageDomain='DFDL' resetMessageDomain='true'")),
                                link(
                                        "queue",
                                        "FCMComposite_1_1",
                                        "ComIbmResetContentDescriptor.msgnode#Property.messageType"))
                        .flow(
                                "Outer.subflow",
                                feature("q"),
                                chain(node(1, "Read.subflow", "read", "")),
                                link("q", "FCMComposite_1_1", "Read.subflow#Property.queue"))
                        .flow(
                                "Main.msgflow",
                                "",
                                main(
                                        node(2, "Read.subflow", "one", "queue='A'"),
                                        node(3, "Outer.subflow", "two", "q='B'")),
                                "");

        assertThat(Application.check(project.folder()))
                .filteredOn(p -> p.severity() == Severity.ERROR)
                .extracting(Problem::text)
                .isEmpty();
    }

    @Test
    void aPromotedOptionOfOneInstanceIsReported() {
        TestProject project =
                new TestProject(workspace, "Mixed")
                        .flow(
                                "Start.subflow",
                                feature("mixed", "none"),
                                node(1, "ComIbmMQInput.msgnode", "in", "queueName='IN'")
                                        + terminal("OutTerminal.out", "out")
                                        + connection(
                                                "1",
                                                "OutTerminal.out",
                                                "OutTerminal.out",
                                                "InTerminal.in"),
                                link(
                                        "mixed",
                                        "FCMComposite_1_1",
                                        "ComIbmMQInput.msgnode#Property.parserXmlnscMixedContentRetainMode"))
                        .flow(
                                "Main.msgflow",
                                "",
                                node(1, "Start.subflow", "start", "mixed='all'")
                                        + node(
                                                2,
                                                "ComIbmMQOutput.msgnode",
                                                "out",
                                                "queueName='OUT'")
                                        + connection("1", "OutTerminal.out", "2", "InTerminal.in"),
                                "");
        Problems problems = new Problems();
        ProjectImport.read(project.folder(), problems);

        assertThat(problems.all())
                .extracting(Problem::text)
                .containsExactly(
                        "parserXmlnscMixedContentRetainMode=all of node start: all instances of the"
                                + " subflow have the value that the subflow sets");
    }
}
