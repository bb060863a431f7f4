package io.millrace.projects;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.Problems;
import io.millrace.projects.report.EnvironmentFile;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Passwords in the URLs of a project. */
class ProjectSecretsTest {

    private static final String FLOW =
            """
            <ecore:EPackage xmlns:xmi="http://www.omg.org/XMI" xmlns:ecore="http://www.eclipse.org/emf/2002/Ecore"
                xmlns:utility="http://www.ibm.com/wbi/2005/eflow_utility" xmlns:r="ComIbmWSRequest.msgnode">
            <eClassifiers><composition><nodes xmi:type="r:FCMComposite_1" xmi:id="n"
              URLSpecifier="http://me:hunter1@host/?a=1&amp;token=hunter2" httpProxyLocation="http://me:hunter3@proxy"
              extra="1"><translation string="ask"/></nodes></composition></eClassifiers></ecore:EPackage>
            """;

    @TempDir Path project;

    @BeforeEach
    void flow() throws IOException {
        Files.writeString(
                project.resolve(".project"),
                "<projectDescription><name>Shop</name></projectDescription>");
        Files.writeString(project.resolve("Orders.msgflow"), FLOW);
    }

    @Test
    void theyAreNotPrinted() {
        Problems problems = new Problems();
        ProjectImport read = ProjectImport.read(project, problems);

        assertThat(problems.all())
                .hasSize(2)
                .noneMatch(p -> p.render().contains("hunter"))
                .noneMatch(p -> p.place().source().text().contains("hunter"));
        assertThat(read.results()).isNotEmpty().noneMatch(f -> f.toString().contains("hunter"));
        assertThat(EnvironmentFile.of(read.findings(), read.environment()))
                .contains("\"http://me:***@host/?a=1&token=***\"", "\"http://me:***@proxy\"")
                .doesNotContain("hunter");
    }

    @Test
    void theNameWithAsterisksIsMapped() throws IOException {
        Files.writeString(
                project.resolve("environment.yaml"),
                "urls: {'http://me:***@host/?a=1&token=***': 'http://test/'}");

        ProjectImport read = ProjectImport.read(project);

        assertThat(
                        read.definitions()
                                .flows()
                                .getFirst()
                                .nodes()
                                .get("ask")
                                .properties()
                                .get("url")
                                .text())
                .isEqualTo("http://test/");
    }
}
