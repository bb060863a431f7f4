package io.millrace.projects;

import static io.millrace.projects.TestProject.connection;
import static io.millrace.projects.TestProject.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.Problem;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.Severity;
import io.millrace.flows.Application;
import io.millrace.flows.Flow;
import io.millrace.flows.FlowResult;
import io.millrace.projects.convert.Finding.Level;
import io.millrace.projects.write.ApplicationWriter;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Java sources and jars of projects. */
class JavaProjectTest {

    @TempDir Path workspace;

    private final Problems problems = new Problems();
    private TestProject shop;
    private TestProject java;

    @BeforeEach
    void projects() {
        shop =
                new TestProject(workspace, "Shop")
                        .references("ShopJava")
                        .flow(
                                "Shop.msgflow",
                                "",
                                node(1, "ComIbmMQInput.msgnode", "in", "queueName='IN'")
                                        + node(
                                                2,
                                                "ComIbmCompute.msgnode",
                                                "hash",
                                                "computeExpression='esql://routine/#Hash.Main'")
                                        + node(
                                                3,
                                                "ComIbmMQOutput.msgnode",
                                                "out",
                                                "queueName='OUT'")
                                        + connection("1", "OutTerminal.out", "2", "InTerminal.in")
                                        + connection("2", "OutTerminal.out", "3", "InTerminal.in"),
                                "");
        esql("shop.Hash.of");
        java =
                new TestProject(workspace, "ShopJava")
                        .write(
                                "src/shop/Hash.java",
                                """
                                package shop;
                                public class Hash {
                                    public static String of(String text) { return Inner.twice(text); }
                                    static class Inner {
                                        static String twice(String text) { return text + text; }
                                    }
                                }
                                """);
    }

    private void esql(String method) {
        shop.write(
                "Shop.esql",
                """
                CREATE FUNCTION hash(t CHARACTER) RETURNS CHARACTER
                  LANGUAGE JAVA EXTERNAL NAME "%s";
                CREATE COMPUTE MODULE Hash
                  CREATE FUNCTION Main() RETURNS BOOLEAN
                  BEGIN
                    SET OutputRoot.XMLNSC.h = hash('ab');
                    RETURN TRUE;
                  END;
                END MODULE;
                """
                        .formatted(method));
    }

    private static String output(Path application) {
        try (Flow flow = Flow.of(Application.load(application), "")) {
            FlowResult result = flow.process("<a/>");
            assertThat(result.exceptions()).isEmpty();
            return result.outputs("OUT").getFirst().text();
        }
    }

    private List<String> missing() {
        return ProjectImport.read(shop.folder(), problems).results().stream()
                .filter(f -> f.level() == Level.MISSING)
                .map(f -> f.text())
                .toList();
    }

    @Test
    void sourcesAreCompiledAndWrittenAsAJar() {
        assertThat(output(shop.folder())).isEqualTo("<h>abab</h>");

        Path converted = workspace.resolve("converted");
        ApplicationWriter.write(
                ProjectImport.read(shop.folder(), problems).definitions(), converted);
        assertThat(converted.resolve("lib/Shop-sources.jar")).exists();
        assertThat(output(converted)).isEqualTo("<h>abab</h>");
        assertThat(missing()).isEmpty();
        assertThat(problems.all()).isEmpty();
    }

    @Test
    void sourcesThatUseTheProductOrHaveErrorsAreExcludedWithThoseThatUseThem() {
        java.write(
                "shop/Node.java",
                "package shop; import com.ibm.broker.plugin.MbElement; public class Node {}");
        java.write("shop/Uses.java", "package shop; public class Uses { Node node; Hash hash; }");
        java.write("shop/Damaged.java", "package shop; public class Damaged { int x = \"\"; }");

        assertThat(output(shop.folder())).isEqualTo("<h>abab</h>");
        ProjectImport.read(shop.folder(), problems);
        assertThat(problems.all())
                .extracting(Problem::text)
                .hasSize(2)
                .anyMatch(t -> t.startsWith("the class shop.Uses is not available"))
                .anyMatch(t -> t.startsWith("the class shop.Damaged is not available"));
        assertThat(problems.all()).allMatch(p -> p.place().line() == 1);
        esql("shop.Node.of");
        assertThat(missing())
                .containsExactly(
                        "a call fails, because the class is missing: it uses the Java API of the"
                                + " product, which Millrace does not have");
        assertThat(Application.check(shop.folder())).noneMatch(p -> p.severity() == Severity.ERROR);
    }

    @Test
    void jarsOfProjectsAreClassesOfTheApplicationAndOfItsSources() throws IOException {
        ProjectImport compiled = ProjectImport.read(shop.folder(), problems);
        byte[] jar = compiled.definitions().jars().get("Shop-sources.jar");
        Files.delete(java.folder().resolve("src/shop/Hash.java"));
        Files.write(java.folder().resolve("hash.jar"), jar);
        java.write(
                "src/shop/More.java",
                "package shop; public class More { public static String of(String t) {"
                        + " return Hash.of(t) + '!'; } }");
        assertThat(output(shop.folder())).isEqualTo("<h>abab</h>");
        esql("shop.More.of");
        assertThat(output(shop.folder())).isEqualTo("<h>abab!</h>");
        esql("shop.Gone.of");
        assertThat(missing())
                .containsExactly(
                        "the class is not in the projects or in the folder lib: a call fails");
        assertThat(Application.check(shop.folder())).noneMatch(p -> p.severity() == Severity.ERROR);
    }

    @Test
    void damagedJarsAreReported() throws IOException {
        Files.writeString(java.folder().resolve("text.jar"), "no jar");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.putNextEntry(new ZipEntry("shop/Odd.class"));
            zip.write(1);
        }
        Files.write(java.folder().resolve("odd.jar"), bytes.toByteArray());
        esql("shop.Odd.of");
        assertThat(missing()).hasSize(1);
        assertThat(Application.check(shop.folder()))
                .filteredOn(p -> p.severity() == Severity.ERROR)
                .extracting(Problem::text)
                .allMatch(t -> t.startsWith("it cannot be read as a jar"))
                .hasSize(1);
    }
}
