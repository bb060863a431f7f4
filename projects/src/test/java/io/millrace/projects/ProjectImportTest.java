package io.millrace.projects;

import static io.millrace.projects.TestProject.connection;
import static io.millrace.projects.TestProject.node;
import static io.millrace.projects.TestProject.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.flows.definition.Endpoint;
import io.millrace.flows.definition.FlowDefinition;
import io.millrace.flows.definition.NodeEntry;
import io.millrace.flows.definition.PropertyText;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

class ProjectImportTest {

    @TempDir Path workspace;

    private final List<String> problems = new ArrayList<>();

    private FlowDefinition only(Path folder) {
        return TestProject.read(folder, problems).stream()
                .filter(f -> !f.subflow())
                .findFirst()
                .orElseThrow();
    }

    private static Map<String, String> texts(NodeEntry node) {
        Map<String, String> texts = new java.util.TreeMap<>();
        node.properties().forEach((name, value) -> texts.put(name, text(value)));
        return texts;
    }

    private static String text(PropertyText value) {
        return value.list() ? value.texts().toString() : value.text();
    }

    @Test
    void nodesHaveTheirLabelsAndThePropertiesOfMillrace() {
        TestProject project =
                new TestProject(workspace, "Shop")
                        .flow(
                                "a/b/Orders.msgflow",
                                "",
                                node(
                                                1,
                                                "ComIbmMQInput.msgnode",
                                                "ORDERS.IN (new)?",
                                                "queueName=\"ORDERS.IN\""
                                                        + " messageDomainProperty=\"XMLNSC\""
                                                        + " validateTiming=\"immediate\""
                                                        + " parserXmlnscCommentsRetainMode=\"all\""
                                                        + " componentLevel=\"node\""
                                                        + " additionalInstances=\"3\"")
                                        + node(
                                                2,
                                                "ComIbmCompute.msgnode",
                                                "Price",
                                                "computeExpression=\"esql://routine/a.b#Orders_Price.Main\""
                                                    + " computeMode=\"all\"")
                                        + node(
                                                3,
                                                "ComIbmMQOutput.msgnode",
                                                "Price",
                                                "queueName=\"\" destinationMode=\"list\"")
                                        + connection("1", "OutTerminal.out", "2", "InTerminal.in")
                                        + connection("2", "OutTerminal.out1", "3", "InTerminal.in"),
                                "");

        FlowDefinition flow = only(project.folder());

        assertThat(problems).isEmpty();
        assertThat(flow.name()).isEqualTo("a.b.Orders");
        assertThat(flow.nodes().keySet()).containsExactly("ORDERS.IN (new)?", "Price", "Price (2)");
        assertThat(texts(flow.nodes().get("ORDERS.IN (new)?")))
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of(
                                "queue", "ORDERS.IN",
                                "domain", "XMLNSC",
                                "parseTiming", "immediate",
                                "options", "[RetainComments]"));
        assertThat(texts(flow.nodes().get("Price")))
                .containsEntry("module", "a.b.Orders_Price")
                .containsEntry("computeMode", "all");
        assertThat(texts(flow.nodes().get("Price (2)")))
                .isEqualTo(Map.of("destinationMode", "list"));
        assertThat(flow.properties().get("additionalInstances").text()).isEqualTo("3");
        assertThat(flow.connections())
                .extracting(c -> c.from().text() + " " + c.to().getFirst().text())
                .containsExactly("ORDERS.IN (new)?.out Price.in", "Price.out1 Price (2).in");
    }

    @Test
    void positionsAreThoseOfTheAttributes() {
        TestProject project =
                new TestProject(workspace, "Shop")
                        .flow(
                                "Orders.msgflow",
                                "",
                                node(1, "ComIbmMQInput.msgnode", "in", "\n  queueName='ORDERS.IN'"),
                                "");

        PropertyText queue = only(project.folder()).nodes().get("in").properties().get("queue");

        String line = queue.place().source().line(queue.place().line());
        assertThat(line.substring(queue.place().column() - 1)).startsWith("ORDERS.IN'");
        assertThat(queue.place().length()).isEqualTo("ORDERS.IN".length());
        assertThat(line.substring(queue.keyPlace().column() - 1)).startsWith("queueName=");
    }

    @Test
    void promotedPropertiesReachTheNodeOverTwoLevels() {
        TestProject inner =
                new TestProject(workspace, "Inner")
                        .flow(
                                "in/Copy.msgflow",
                                """
                                <eStructuralFeatures xmi:id="Property.copy" name="copy" defaultValueLiteral="COPY"/>
                                """,
                                terminal("InTerminal.Input_1", "InTerminal.Input")
                                        + node(
                                                1,
                                                "ComIbmMQOutput.msgnode",
                                                "COPY.Q",
                                                "queueName=\"OWN\"")
                                        + connection(
                                                "InTerminal.Input_1",
                                                "OutTerminal.out",
                                                "1",
                                                "InTerminal.in"),
                                """
                                <attributeLinks promotedAttribute="Property.copy" overriddenNodes="FCMComposite_1_1">
                                <overriddenAttribute href="ComIbmMQOutput.msgnode#Property.queueName"/></attributeLinks>
                                """);
        TestProject outer =
                new TestProject(workspace, "Outer")
                        .references("Inner")
                        .flow(
                                "Middle.subflow",
                                """
                                <eStructuralFeatures xmi:id="Property.to" name="to"/>
                                <eStructuralFeatures xmi:id="Property.rate" name="rate" defaultValueLiteral="5"/>
                                """,
                                terminal("InTerminal.Input", "Input")
                                        + node(1, "in_Copy.msgflow", "Keep", "")
                                        + connection(
                                                "InTerminal.Input",
                                                "OutTerminal.out",
                                                "1",
                                                "InTerminal.Input_1"),
                                """
                                <propertyOrganizer><propertyDescriptor><propertyDescriptor userDefined="true"
                                    describedAttribute="Property.rate"/></propertyDescriptor></propertyOrganizer>
                                <attributeLinks promotedAttribute="Property.to" overriddenNodes="FCMComposite_1_1">
                                <overriddenAttribute href="in/Copy.msgflow#Property.copy"/></attributeLinks>
                                """)
                        .flow(
                                "Main.msgflow",
                                "",
                                node(1, "ComIbmMQInput.msgnode", "in", "queueName=\"IN\"")
                                        + node(2, "Middle.subflow", "one", "to=\"ERR\" rate=\"7\"")
                                        + node(3, "Middle.subflow", "two", "")
                                        + connection("1", "OutTerminal.out", "2", "Input")
                                        + connection(
                                                "1", "OutTerminal.catch", "3", "InTerminal.Input"),
                                "");

        List<FlowDefinition> flows = TestProject.read(outer.folder(), problems);

        assertThat(inner.folder()).exists();
        assertThat(problems).isEmpty();
        assertThat(flows)
                .extracting(FlowDefinition::name)
                .containsExactly("Main", "Middle", "in.Copy");
        FlowDefinition main = flows.getFirst();
        FlowDefinition middle = flows.get(1);
        FlowDefinition copy = flows.get(2);
        assertThat(texts(main.nodes().get("one")))
                .isEqualTo(Map.of("flow", "Middle", "to", "ERR", "externals.rate", "7"));
        assertThat(texts(main.nodes().get("two"))).isEqualTo(Map.of("flow", "Middle"));
        assertThat(middle.promotions().get("to").targets())
                .extracting(Endpoint::text)
                .containsExactly("Keep.copy");
        assertThat(middle.externals().get("rate").text()).isEqualTo("5");
        assertThat(copy.promotions().get("copy").targets())
                .extracting(Endpoint::text)
                .containsExactly("COPY.Q.queue");
        assertThat(texts(copy.nodes().get("COPY.Q"))).isEqualTo(Map.of("queue", "COPY"));
        assertThat(copy.nodes().get("Input_1").type()).isEqualTo(NodeEntry.INPUT);
        assertThat(main.connections())
                .extracting(c -> c.to().getFirst().text())
                .containsExactly("one.Input", "two.Input");
    }

    @Test
    void nodesWithoutEquivalentFailWithASentence() {
        TestProject project =
                new TestProject(workspace, "Shop")
                        .flow(
                                "Orders.msgflow",
                                "",
                                node(1, "ComIbmMQInput.msgnode", "in", "queueName=\"IN\"")
                                        + node(
                                                2,
                                                "ComAcmeSpecial.msgnode",
                                                "special",
                                                "colour=\"x\"")
                                        + node(
                                                3,
                                                "ComIbmMQInput.msgnode",
                                                "survey",
                                                "queueName=\"Q\" messageDomainProperty=\"DFDL\"")
                                        + connection("1", "OutTerminal.out", "2", "InTerminal.left")
                                        + connection("2", "OutTerminal.odd", "2", "InTerminal.in"),
                                "");

        FlowDefinition flow = only(project.folder());

        assertThat(problems).isEmpty();
        assertThat(flow.nodes().get("special").type()).isEqualTo("UnsupportedNode");
        assertThat(texts(flow.nodes().get("special")))
                .containsEntry("outputs", "[odd]")
                .containsEntry(
                        "reason", "node type ComAcmeSpecial: Millrace has no node ComAcmeSpecial");
        assertThat(flow.nodes().get("survey").type()).isEqualTo("UnsupportedInput");
        assertThat(texts(flow.nodes().get("survey")))
                .containsEntry(
                        "reason",
                        "node type ComIbmMQInput: no parser of Millrace reads the domain DFDL");
        assertThat(flow.connections().getFirst().to().getFirst().text()).isEqualTo("special.in");
    }

    @Test
    void allProblemsAreReportedWithFileAndLine() {
        TestProject project =
                new TestProject(workspace, "Shop")
                        .references("Nowhere")
                        .write("Empty.msgflow", "")
                        .write("Text.msgflow", "hello")
                        .write("Other.subflow", "<a/>")
                        .write("Entity.msgflow", "<!DOCTYPE a [<!ENTITY b 'c'>]>\n<a>&b;</a>")
                        .write("odd/a.esql", "BROKER SCHEMA even\n")
                        .flow(
                                "Orders.msgflow",
                                "",
                                node(
                                                1,
                                                "ComIbmMQInput.msgnode",
                                                "in",
                                                "queueName=\"IN\" extra=\"1\"")
                                        + node(2, "gone_Gone.subflow", "gone", "")
                                        + connection("1", "OutTerminal.out", "9", "InTerminal.in"),
                                "");

        TestProject.read(project.folder(), problems);

        assertThat(problems)
                .containsExactlyInAnyOrder(
                        ".project:1 WARNING MR1071 the project Nowhere, to which Shop refers, does"
                                + " not exist",
                        "Empty.msgflow:1 ERROR MR1070 the file is empty; an XML document was"
                                + " expected",
                        "Text.msgflow:1 ERROR MR1070 this is not a well-formed XML document:"
                                + " Unexpected character 'h' (code 104) in prolog; expected '<'",
                        "Other.subflow:1 ERROR MR1070 found the element a, expected EPackage with"
                                + " eClassifiers and composition",
                        "Entity.msgflow:1 ERROR MR1070 this is not a well-formed XML document: a"
                                + " DOCTYPE is not allowed",
                        "a.esql:1 WARNING MR1070 the schema is even, but the file is in the folder"
                                + " of the schema odd",
                        "Orders.msgflow:7 WARNING MR1072 extra=1 of node in: the attribute is"
                                + " unknown to Millrace and is ignored",
                        "Orders.msgflow:9 ERROR MR1071 the subflow gone/Gone.subflow of node gone"
                                + " does not exist",
                        "Orders.msgflow:12 ERROR MR1071 the connection refers to the node"
                                + " 'FCMComposite_1_9', which does not exist");
    }

    @Test
    void mistakesInAFlowAreReportedWithAdvice() {
        TestProject project =
                new TestProject(workspace, "Shop")
                        .flow(
                                "Orders.msgflow",
                                """
                                <eStructuralFeatures xmi:id="Property.target" name="target"/>
                                """,
                                node(
                                                1,
                                                "ComIbmMQInput.msgnode",
                                                "in",
                                                "queueName=\"IN\" validatMaster=\"none\"")
                                        + node(
                                                2,
                                                "ComIbmMQInput.msgnode",
                                                "domain",
                                                "queueName=\"B\" messageDomainProperty=\"BLOBB\"")
                                        + "<nodes xmi:type=\"undeclared\" xmi:id=\"3\"/>\n"
                                        + "<connections targetNode=\"FCMComposite_1_1\"/>\n",
                                """
                                <attributeLinks promotedAttribute="Property.target" overriddenNodes="x">
                                <overriddenAttribute href="a.msgnode#Property.queueName"/>
                                </attributeLinks>
                                """);

        TestProject.read(project.folder(), problems);

        assertThat(problems)
                .contains(
                        "Orders.msgflow:8 WARNING MR1072 validatMaster=none of node in: the"
                                + " attribute is unknown to Millrace and is ignored; did you mean"
                                + " validateMaster?",
                        "Orders.msgflow:12 ERROR MR1070 the type 'undeclared' of a node has no"
                                + " declared prefix",
                        "Orders.msgflow:13 ERROR MR1071 a connection must have the attributes"
                                + " sourceNode and targetNode",
                        "Orders.msgflow:15 WARNING MR1071 the promoted property target belongs to"
                                + " the node x, which does not exist")
                .noneMatch(p -> p.contains("the subflow"));
    }

    @Test
    void secretsAreNotPrinted() {
        TestProject project =
                new TestProject(workspace, "Shop")
                        .flow(
                                "Orders.msgflow",
                                "",
                                node(
                                        1,
                                        "ComIbmMQInput.msgnode",
                                        "in",
                                        "queueName=\"IN\" myPassword=\"hunter2\""),
                                "");

        TestProject.read(project.folder(), problems);

        assertThat(problems).singleElement().asString().contains("myPassword=***");
        Problems found = new Problems();
        ProjectImport.read(project.folder(), found);
        Place place = found.all().getFirst().place();
        assertThat(place.source().line(place.line())).contains("myPassword=\"*******\"");
    }

    /** The values are those of promoted properties and of overrides. */
    @Test
    void secretsWithOtherNamesAreNotPrinted() {
        TestProject project =
                new TestProject(workspace, "Shop")
                        .write("environment.yaml", "overrides: [o.txt]")
                        .write("o.txt", "Orders#in.password hunter1\nOrders#nothingPwd=hunter2\n")
                        .flow(
                                "Fail.subflow",
                                """
                                <eStructuralFeatures xmi:id="Property.qKey" name="qKey" defaultValueLiteral="hunter3"/>
                                """,
                                terminal("InTerminal.in", "in")
                                        + node(1, "ComIbmThrow.msgnode", "fail", ""),
                                """
                                <attributeLinks promotedAttribute="Property.qKey" overriddenNodes="FCMComposite_1_1">
                                <overriddenAttribute href="ComIbmThrow.msgnode#Property.messageText"/></attributeLinks>
                                """)
                        .flow(
                                "Orders.msgflow",
                                "",
                                node(1, "ComIbmMQInput.msgnode", "in", "queueName='IN'")
                                        + node(2, "Fail.subflow", "fail", "qKey='hunter4'"),
                                "");
        Problems found = new Problems();
        ProjectImport read = ProjectImport.read(project.folder(), found);

        assertThat(found.all())
                .isNotEmpty()
                .noneMatch(p -> p.render().contains("hunter"))
                .noneMatch(p -> p.place().source().line(p.place().line()).contains("hunter"));
        assertThat(read.results()).noneMatch(f -> f.toString().contains("hunter"));
    }

    @Test
    void secretsOfMalformedFilesAreNotPrinted() {
        TestProject project =
                new TestProject(workspace, "Shop")
                        .write("Broken.msgflow", "<a myPassword=\"hunter2&b\" c=\"d&e\"/>");
        Problems found = new Problems();
        ProjectImport.read(project.folder(), found);
        Place place = found.all().getFirst().place();
        assertThat(place.source().line(place.line()))
                .startsWith("<a myPassword=\"*")
                .doesNotContain("hunter2");
    }

    @Test
    void aFileNameWithBackslashesIsNoPath() {
        TestProject project = new TestProject(workspace, "Shop").write("..\\..\\x.xsl", "<a/>");
        var definitions = ProjectImport.read(project.folder(), new Problems()).definitions();
        assertThat(definitions.contents().keySet()).noneMatch(name -> name.contains("../"));
    }

    @Test
    void severalApplicationsOfAWorkspaceAreNamed() {
        for (String name : List.of("One", "Two")) {
            new TestProject(workspace, name)
                    .write("application.descriptor", "<appDescriptor/>")
                    .flow(
                            "Main.msgflow",
                            "",
                            node(1, "ComIbmMQInput.msgnode", "in", "queueName=\"IN\""),
                            "");
        }

        TestProject.read(workspace, problems);

        assertThat(problems)
                .singleElement()
                .asString()
                .contains("MR1021 the folder contains 2 applications");
    }

    @Test
    void javaRoutinesAndModulesOfOtherNodesAreReported() {
        TestProject project =
                new TestProject(workspace, "Shop")
                        .write(
                                "a.esql",
                                """
                                CREATE PROCEDURE Log(IN t CHARACTER) LANGUAGE JAVA
                                  EXTERNAL NAME "example.Log.write";
                                CREATE DATABASEEVENT MODULE Events
                                  CREATE PROCEDURE ReadEvents() BEGIN END;
                                END MODULE;
                                CREATE FUNCTION F() RETURNS INTEGER BEGIN
                                  PASSTHRU 'DELETE FROM T' TO Database.DEPOT;
                                  RETURN THE(SELECT ITEM S.N FROM Database.STOCK.CITY.S AS S);
                                END;
                                """);

        Problems found = new Problems();
        var read = ProjectImport.read(project.folder(), found);

        found.all().forEach(p -> problems.add(TestProject.line(p)));
        assertThat(read.findings().names().get("dataSources").keySet())
                .containsExactly("DEPOT", "STOCK");
        assertThat(problems)
                .containsExactly(
                        "a.esql:1 WARNING MR1072 LANGUAGE JAVA=example.Log.write: the class is not"
                                + " in the projects or in the folder lib: a call fails",
                        "a.esql:3 WARNING MR1072 modules of DatabaseInput nodes have no equivalent"
                                + " and are ignored");
        assertThat(read.definitions().esql().getFirst().text())
                .contains("example.Log")
                .doesNotContain("DATABASEEVENT");
    }

    /** The tables of such nodes have other columns than the properties of Millrace. */
    @Test
    void aNodeWhosePropertiesCannotBeConvertedIsMissing() {
        TestProject project =
                new TestProject(workspace, "Shop")
                        .flow(
                                "Orders.msgflow",
                                "",
                                node(1, "ComIbmMQInput.msgnode", "in", "queueName='A'")
                                        + node(
                                                2,
                                                "ComIbmDatabaseRetrieve.msgnode",
                                                "look up",
                                                "dataSource='D' sqlQuery='SELECT X FROM T'")
                                        + connection("1", "OutTerminal.out", "2", "InTerminal.in"),
                                "");

        FlowDefinition flow = only(project.folder());

        assertThat(flow.nodes().get("look up").type()).isEqualTo("UnsupportedNode");
        assertThat(texts(flow.nodes().get("look up")).get("reason"))
                .contains("its properties have another form, so that table of DatabaseRetrieve");
    }

    @Test
    void supportedDomainsAreThoseOfTests() {
        String input =
                node(1, "ComIbmCallableFlowInput.msgnode", "in", "callableInputEndpoint='E'")
                        .replace(
                                "</nodes>",
                                "<supportedDomains supportedMessageDomain='NONE'/><supportedDomains"
                                        + " supportedMessageDomain='JSON'/></nodes>");
        TestProject project =
                new TestProject(workspace, "Shop").flow("Orders.msgflow", "", input, "");

        FlowDefinition flow = only(project.folder());

        assertThat(problems).isEmpty();
        assertThat(texts(flow.nodes().get("in")))
                .isEqualTo(Map.of("endpoint", "E", "domain", "JSON"));
    }
}
