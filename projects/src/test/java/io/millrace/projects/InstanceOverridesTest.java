package io.millrace.projects;

import static io.millrace.projects.TestProject.connection;
import static io.millrace.projects.TestProject.node;
import static io.millrace.projects.TestProject.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.Problem;
import io.millrace.engine.error.Problems;
import io.millrace.flows.Application;
import io.millrace.flows.Flow;
import io.millrace.flows.FlowResult;
import io.millrace.projects.write.ApplicationWriter;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Overrides of nodes and properties inside subflow instances. */
class InstanceOverridesTest {

    private static final String FEATURES =
            """
            <eStructuralFeatures xmi:type="ecore:EAttribute" xmi:id="Property.target" name="target"/>
            <eStructuralFeatures xmi:type="ecore:EAttribute" xmi:id="Property.grade" name="grade" defaultValueLiteral="low"/>
            """;

    private static final String LINKS =
            """
            <propertyOrganizer><propertyDescriptor groupName="Group.Basic" userDefined="true" describedAttribute="Property.grade"/></propertyOrganizer>
            <attributeLinks promotedAttribute="Property.target" overriddenNodes="FCMComposite_1_2">
              <overriddenAttribute href="ComIbmMQOutput.msgnode#Property.queueName"/></attributeLinks>
            """;

    @TempDir Path workspace;
    private TestProject shop;

    @BeforeEach
    void flows() {
        shop =
                new TestProject(workspace, "Shop")
                        .write(
                                "in/Inner.esql",
                                """
                                BROKER SCHEMA in
                                DECLARE grade EXTERNAL CHARACTER 'none';
                                CREATE COMPUTE MODULE Inner_Grade
                                  CREATE FUNCTION Main() RETURNS BOOLEAN
                                  BEGIN
                                    SET OutputRoot.XMLNSC.grade = grade;
                                    RETURN TRUE;
                                  END;
                                END MODULE;
                                """)
                        .flow(
                                "in/Inner.subflow",
                                FEATURES,
                                terminal("InTerminal.in", "in")
                                        + node(
                                                1,
                                                "ComIbmCompute.msgnode",
                                                "grade",
                                                "computeExpression='esql://routine/in#Inner_Grade.Main'")
                                        + node(
                                                2,
                                                "ComIbmMQOutput.msgnode",
                                                "OUT.1",
                                                "queueName='ONE'")
                                        + node(
                                                3,
                                                "ComIbmMQOutput.msgnode",
                                                "OUT.2",
                                                "queueName='TWO'")
                                        + connection(
                                                "InTerminal.in",
                                                "OutTerminal.out",
                                                "1",
                                                "InTerminal.in")
                                        + connection("1", "OutTerminal.out", "2", "InTerminal.in")
                                        + connection("1", "OutTerminal.out", "3", "InTerminal.in"),
                                LINKS)
                        .flow(
                                "Outer.subflow",
                                "",
                                terminal("InTerminal.in", "in")
                                        + node(1, "in_Inner.subflow", "Deep.er", "")
                                        + connection(
                                                "InTerminal.in",
                                                "OutTerminal.out",
                                                "1",
                                                "InTerminal.in"),
                                "")
                        .flow(
                                "Main.msgflow",
                                "",
                                node(
                                                1,
                                                "ComIbmMQInput.msgnode",
                                                "in",
                                                "queueName='IN' messageDomainProperty='XMLNSC'")
                                        + node(2, "Outer.subflow", "A.B", "")
                                        + node(3, "Outer.subflow", "A", "")
                                        + connection("1", "OutTerminal.out", "2", "InTerminal.in")
                                        + connection("1", "OutTerminal.out", "3", "InTerminal.in"),
                                "");
    }

    private void overrides(String lines) throws IOException {
        Files.writeString(shop.folder().resolve("environment.yaml"), "overrides: [o.txt]\n");
        Files.writeString(shop.folder().resolve("o.txt"), lines);
    }

    private static List<String> outputs(Path application) {
        try (Flow flow = Flow.of(Application.load(application), "")) {
            FlowResult result = flow.process("<a/>");
            assertThat(result.exceptions()).isEmpty();
            return result.outputs().stream().map(o -> o.queue() + " " + o.text()).sorted().toList();
        }
    }

    @Test
    void theyApplyToOneInstanceAtAnyDepthAlsoAfterConversion() throws IOException {
        overrides(
                """
                Main#A.B.Deep.er.OUT.2.queueName=CHANGED
                Main#A.Deep.er.target=PROMOTED
                Main#A.Deep.er.grade=high
                """);
        List<String> expected =
                List.of(
                        "CHANGED <grade>low</grade>",
                        "ONE <grade>low</grade>",
                        "PROMOTED <grade>high</grade>",
                        "TWO <grade>high</grade>");

        assertThat(outputs(shop.folder())).isEqualTo(expected);

        Path converted = workspace.resolve("converted");
        ApplicationWriter.write(ProjectImport.read(shop.folder()).definitions(), converted);
        assertThat(outputs(converted)).isEqualTo(expected);
    }

    @Test
    void thoseOfTheSubflowItselfApplyToAllInstances() throws IOException {
        overrides("in.Inner#OUT.2.queueName=ALL\nin.Inner#grade=best\n");

        assertThat(outputs(shop.folder()))
                .containsExactly(
                        "ALL <grade>best</grade>",
                        "ALL <grade>best</grade>",
                        "ONE <grade>best</grade>",
                        "ONE <grade>best</grade>");
    }

    @Test
    void unknownNodesAndPropertiesAreReported() throws IOException {
        overrides(
                """
                Main#A.Deep.er.OUT.3.queueName=X
                Main#A.Deep.er.nothing=X
                Main#A.Deep.er.OUT.1.colour=X
                Main#C.Deep.er.OUT.1.queueName=X
                """);
        Problems problems = new Problems();
        ProjectImport.read(shop.folder(), problems);

        assertThat(problems.all())
                .extracting(Problem::text)
                .containsExactlyInAnyOrder(
                        "the flow Main has no property A.Deep.er.OUT.3.queueName to override",
                        "the flow Main has no property A.Deep.er.nothing to override",
                        "the flow Main has no property C.Deep.er.OUT.1.queueName to override",
                        "colour=X of node OUT.1: the attribute is unknown to Millrace and is"
                                + " ignored");
        assertThat(Application.check(shop.folder())).noneMatch(p -> p.place().line() == 0);
    }
}
