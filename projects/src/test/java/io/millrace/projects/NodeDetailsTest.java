package io.millrace.projects;

import static io.millrace.projects.TestProject.connection;
import static io.millrace.projects.TestProject.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.Problems;
import io.millrace.flows.definition.FlowDefinition;
import io.millrace.projects.write.ApplicationWriter;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Details of nodes: positions and descriptions, own instances, input nodes of other products. */
class NodeDetailsTest {

    @TempDir Path workspace;

    private final List<String> problems = new ArrayList<>();

    private FlowDefinition flow(String composition) {
        Path folder =
                new TestProject(workspace, "Shop")
                        .flow("Main.msgflow", "", composition, "")
                        .folder();
        return TestProject.read(folder, problems).getFirst();
    }

    @Test
    void positionsAndDescriptionsAreCommentsOfTheConvertedFlow() throws IOException {
        Path folder =
                new TestProject(workspace, "Shop")
                        .flow(
                                "Main.msgflow",
                                "",
                                """
                                <nodes xmi:type="ComIbmPassthru.msgnode:FCMComposite_1" xmi:id="h" location="-5,10">
                                  <translation xmi:type="utility:ConstantString" string="Headers"/>
                                  <shortDescription xmi:type="utility:ConstantString" string="keeps headers"/>
                                  <longDescription xmi:type="utility:ConstantString" string="all&#xA;of them"/>
                                </nodes>
                                """,
                                "<stickyBoard><stickyNote location=\"1,2\"><body string=\"see A\"/>"
                                        + "</stickyNote></stickyBoard>")
                        .folder();
        ProjectImport read = ProjectImport.read(folder, new Problems());
        Path converted = workspace.resolve("converted");

        ApplicationWriter.write(read.definitions(), read.findings().comments(), converted);

        assertThat(converted.resolve("flows/Main.flow.yaml"))
                .hasContent(
                        """
                        flow: Main
                        description: "Note (1,2) see A"
                        nodes:
                          # -5,10
                          # keeps headers
                          # all
                          # of them
                          Headers:
                            type: Passthrough
                        """);
    }

    @Test
    void onlyAnInputNodeWithItsOwnInstancesHasThem() {
        String instances = "queueName=\"Q\" additionalInstances=\"7\" ";

        assertThat(flow(node(1, "ComIbmMQInput.msgnode", "in", instances)).properties()).isEmpty();
        assertThat(
                        flow(node(
                                        1,
                                        "ComIbmMQInput.msgnode",
                                        "in",
                                        instances + "componentLevel=\"node\""))
                                .properties()
                                .get("additionalInstances")
                                .text())
                .isEqualTo("7");
        assertThat(problems).isEmpty();
    }

    /** Such a node is the only input of its flow, which can be checked nevertheless. */
    @Test
    void aNodeOfUnknownTypeThatNoConnectionEntersIsAnInput() {
        FlowDefinition flow =
                flow(
                        node(1, "ComIbmKafkaMsgConsumer.msgnode", "orders", "topicName=\"T\"")
                                + node(2, "ComIbmKafkaMsgProducer.msgnode", "copy", "")
                                + connection("1", "OutTerminal.out", "2", "InTerminal.in"));

        assertThat(flow.nodes().get("orders").type()).isEqualTo("UnsupportedInput");
        assertThat(flow.nodes().get("copy").type()).isEqualTo("UnsupportedNode");
    }

    @Test
    void aFlowInAnotherFolderThanItsNameIsReported() {
        TestProject project = new TestProject(workspace, "Shop");
        project.write(
                "a/Main.msgflow",
                TestProject.xmi("", node(1, "ComIbmPassthru.msgnode", "p", ""), "")
                        .replace("xmi:version=", "nsURI=\"b/Main.msgflow\" xmi:version="));

        assertThat(TestProject.read(project.folder(), problems))
                .extracting(FlowDefinition::name)
                .containsExactly("a.Main");
        assertThat(problems)
                .containsExactly(
                        "Main.msgflow:2 WARNING MR1070 the flow is called b/Main.msgflow, but its"
                                + " path in the project is a/Main.msgflow");
    }
}
