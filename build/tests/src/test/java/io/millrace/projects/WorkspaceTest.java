package io.millrace.projects;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.flows.Application;
import io.millrace.flows.ApplicationOptions;
import io.millrace.flows.definition.DefinitionSource;
import io.millrace.flows.definition.Definitions;
import io.millrace.server.Millrace;
import io.millrace.server.console.Console;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
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
                <nodes xmi:type="out:FCMComposite_1" xmi:id="2" queueName="OUT"/>
                <connections sourceNode="1" sourceTerminalName="OutTerminal.out"
                    targetNode="2" targetTerminalName="InTerminal.in"/>
                </composition></eClassifiers></ecore:EPackage>
                """
                        .formatted(queue));
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

    /** A definition source that only one class loader finds. */
    public static final class Listed implements DefinitionSource {

        @Override
        public String name() {
            return "listed";
        }

        @Override
        public boolean reads(Path application) {
            return Files.exists(application.resolve("listed"));
        }

        @Override
        public List<Path> applications(Path path) {
            return List.of(path.resolve("One"), path.resolve("Two"), path.resolve("Three"));
        }

        @Override
        public Definitions read(Path application, Problems problems) {
            problems.warning(
                    ErrorCode.NO_FLOW, Place.of(application.toString()), "read by the source", "");
            return Definitions.of(List.of());
        }
    }

    /** Applications are checked in several threads, whose own class loaders differ. */
    @Test
    void applicationsAreReadWithTheExtensionsOfTheCallersClassLoader() throws IOException {
        Path services = Files.createDirectories(workspace.resolve("META-INF/services"));
        Files.writeString(
                services.resolve(DefinitionSource.class.getName()), Listed.class.getName());
        Files.createFile(workspace.resolve("listed"));
        for (String application : List.of("One", "Two", "Three")) {
            Files.createFile(
                    Files.createDirectory(workspace.resolve(application)).resolve("listed"));
        }
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (var loader = new URLClassLoader(new URL[] {workspace.toUri().toURL()}, before)) {
            thread.setContextClassLoader(loader);

            assertThat(Application.check(workspace))
                    .filteredOn(p -> p.text().equals("read by the source"))
                    .hasSize(3);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @Test
    void eachApplicationOfAWorkspaceIsImported(@TempDir Path output) throws IOException {
        application("One", "A");
        application("Two", "B");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Console console = new Console(out, out, false);

        assertThat(
                        Millrace.run(
                                console,
                                "import",
                                workspace.toString(),
                                "--report",
                                "-o",
                                output.toString()))
                .as(out.toString(StandardCharsets.UTF_8))
                .isZero();
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("One: application", "Two: application");
        assertThat(output.resolve("One/flows/Main.flow.yaml")).content().contains("queue: A");
        assertThat(output.resolve("Two/flows/Main.flow.yaml")).content().contains("queue: B");

        application("Two", "");
        assertThat(Millrace.run(console, "import", workspace.toString(), "--report")).isOne();
    }

    /** The report contains the reason why nothing was found. */
    @Test
    void aProjectWithoutAReadableFileIsReported() throws IOException {
        application("One", "A");
        Path flow = workspace.resolve("One/Main.msgflow");
        Files.writeString(
                flow, "<!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/passwd\">]>\n<a>&b;</a>");
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        assertThat(
                        Millrace.run(
                                new Console(out, out, false),
                                "import",
                                workspace.resolve("One").toString(),
                                "--report"))
                .isOne();
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("Main.msgflow", "a DOCTYPE is not allowed", "cannot run completely")
                .doesNotContain("flows\n", "node types\n");
    }

    /** Values with markup are text of the page. */
    @Test
    void theReportCanBeAPageOfHtml() throws IOException {
        application("One", "A\" extra=\"&lt;b&gt;");
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        assertThat(
                        Millrace.run(
                                new Console(out, out, false),
                                "import",
                                workspace.toString(),
                                "--report",
                                "--format",
                                "html"))
                .isZero();
        assertThat(out.toString(StandardCharsets.UTF_8))
                .startsWith("<!DOCTYPE html>")
                .contains("<h1>One</h1>", "The application can run.", "<td>&lt;b&gt;</td>")
                .doesNotContain("<script", "<b>")
                .endsWith("</html>\n");
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
