package io.millrace.projects;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.flows.Application;
import io.millrace.flows.ApplicationOptions;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Workspaces with several applications. */
class WorkspaceTest {

    @TempDir Path workspace;

    private void application(String name, String queue) throws IOException {
        Path folder = Files.createDirectories(workspace.resolve(name));
        Files.writeString(
                folder.resolve(".project"),
                "<projectDescription><name>" + name + "</name></projectDescription>");
        Files.writeString(folder.resolve("application.descriptor"), "<appDescriptor/>");
        Files.writeString(
                folder.resolve("Main.msgflow"),
                """
                <ecore:EPackage xmlns:xmi="http://www.omg.org/XMI" xmlns:ecore="e"
                    xmlns:in="ComIbmMQInput.msgnode" xmlns:out="ComIbmMQOutput.msgnode">
                <eClassifiers><composition>
                <nodes xmi:type="in:FCMComposite_1" xmi:id="1" queueName="%s"/>
                <nodes xmi:type="out:FCMComposite_1" xmi:id="2" queueName="OUT.%s"/>
                <connections sourceNode="1" sourceTerminalName="OutTerminal.out"
                    targetNode="2" targetTerminalName="InTerminal.in"/>
                </composition></eClassifiers></ecore:EPackage>
                """
                        .formatted(queue, queue));
    }

    @Test
    void eachApplicationOfAWorkspaceIsChecked() throws IOException {
        application("One", "A");
        application("Two", "");

        assertThat(Application.applications(workspace, ApplicationOptions.DEFAULTS))
                .containsExactly(workspace.resolve("One"), workspace.resolve("Two"));
        assertThat(Application.check(workspace))
                .singleElement()
                .satisfies(
                        p -> {
                            assertThat(p.place().source().name()).contains("Two");
                            assertThat(p.text())
                                    .contains("the MQInput node 1 requires the property queue");
                        });
        assertThat(Application.load(workspace.resolve("One")).inputs("Main"))
                .containsEntry("1", "A");
    }

    @Test
    void filesOfMillraceInAWorkspaceAreNotReadTwice() throws IOException {
        application("One", "A");
        Files.writeString(
                workspace.resolve("One/a.esql"), "CREATE FUNCTION F() RETURNS INTEGER RETURN 1;");

        assertThat(Application.check(List.of(workspace), ApplicationOptions.DEFAULTS)).isEmpty();
    }

    /** Errors of an application do not prevent the check of the others. */
    @Test
    void allApplicationsWithErrorsAreReported() throws IOException {
        application("One", "");
        application("Two", "");
        application("Three", "");

        assertThat(Application.check(workspace))
                .extracting(p -> p.place().source().name().replaceAll(".*/(\\w+)/Main.*", "$1"))
                .containsExactlyInAnyOrder("One", "Two", "Three");
    }
}
