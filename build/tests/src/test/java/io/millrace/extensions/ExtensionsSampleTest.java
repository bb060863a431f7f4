package io.millrace.extensions;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.error.Problem;
import io.millrace.flows.Application;
import io.millrace.flows.ApplicationOptions;
import io.millrace.flows.Extensions;
import io.millrace.flows.FlowTests;
import io.millrace.server.Millrace;
import io.millrace.server.console.Console;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Compiles samples/extensions, checks the application and runs its tests. */
class ExtensionsSampleTest {

    private static final Path SAMPLE =
            Path.of(System.getProperty("millrace.root"), "samples/extensions");

    @TempDir Path work;

    private Path application;

    @BeforeEach
    void copy() throws IOException {
        application = work.resolve("cards");
        try (Stream<Path> files = Files.walk(SAMPLE)) {
            for (Path file :
                    files.filter(f -> f.toString().matches(".*(yaml|esql|csv)")).toList()) {
                Path target = application.resolve(SAMPLE.relativize(file).toString());
                Files.createDirectories(target.getParent());
                Files.copy(file, target);
            }
        }
    }

    private void jar(Path folder) throws IOException {
        Path classes = Files.createDirectories(work.resolve("classes"));
        JavaJar.write(SAMPLE, classes, folder.resolve("lib/extensions.jar"));
    }

    @Test
    void theApplicationRunsWithTheJarInItsLib() throws IOException {
        jar(application);
        assertThat(Application.check(application)).isEmpty();
        assertThat(FlowTests.run(application)).hasSize(5).allMatch(r -> r.passed());
    }

    @Test
    void theApplicationRunsWithTheJarInTheHome() throws IOException {
        Path home = Files.createDirectories(work.resolve("home"));
        jar(home);
        Extensions extensions = Extensions.ofHome(home);
        assertThat(FlowTests.run(application, ApplicationOptions.DEFAULTS.with(extensions)))
                .allMatch(r -> r.passed());
        assertThat(extensions.parsers().domains()).contains("KEYVALUE");

        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int code =
                Millrace.run(
                        new Console(out, out, false),
                        "show",
                        application.toString(),
                        "--home",
                        home.toString());
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("cards#in.domain  ");
        assertThat(code).isZero();
    }

    @Test
    void problemsPointAtTheTable() throws IOException {
        jar(application);
        Files.writeString(application.resolve("copies.routes.csv"), "A,B\nC\nD.E.!,F\n");
        List<String> problems =
                Application.check(application).stream().map(Problem::render).toList();
        assertThat(problems)
                .anySatisfy(
                        p ->
                                assertThat(p)
                                        .contains(
                                                "copies.routes.csv:2:1: error MR1006",
                                                "found 1 queues, expected FROM,TO"));
    }
}
