package io.millrace.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import javax.tools.ToolProvider;

/** Compiles and runs samples/embedded, each half with the class path that its pom gives it. */
class EmbeddedSampleTest {

    private static final Path ROOT = Path.of(System.getProperty("millrace.root"));
    private static final Path SAMPLES = ROOT.resolve("samples");

    @TempDir Path classes;

    @Test
    void withoutArtemisOnTheClassPathAFlowAndABrokerInMemoryRun() throws Exception {
        String classPath =
                classPath()
                        .filter(p -> !p.contains("artemis") && !p.contains("netty"))
                        .filter(
                                p ->
                                        !p.contains(ROOT + "/store/")
                                                && !p.contains(ROOT + "/server/"))
                        .collect(Collectors.joining(File.pathSeparator));
        assertThat(run("in-memory", "InMemory", classPath))
                .contains("path: [in, price, large, choose, route, standard, done]")
                .contains("output: ORDERS.DONE")
                .containsPattern("on ORDERS.DONE: \\d+ bytes");
    }

    @Test
    void withArtemisAMessageOutlivesTheBroker() throws Exception {
        String classPath = classPath().collect(Collectors.joining(File.pathSeparator));
        assertThat(run("with-artemis", "WithArtemis", classPath))
                .containsPattern("on ORDERS.DONE: \\d+ bytes");
    }

    private static Stream<String> classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator));
    }

    private String run(String folder, String main, String classPath)
            throws IOException, InterruptedException {
        Path source =
                SAMPLES.resolve("embedded")
                        .resolve(folder)
                        .resolve("src/main/java/example/" + main + ".java");
        int compiled =
                ToolProvider.getSystemJavaCompiler()
                        .run(
                                null,
                                null,
                                null,
                                "-d",
                                classes.toString(),
                                "-cp",
                                classPath,
                                source.toString());
        assertThat(compiled).as("compiles").isZero();
        Process process =
                new ProcessBuilder(
                                List.of(
                                        Path.of(System.getProperty("java.home"), "bin", "java")
                                                .toString(),
                                        "-XX:TieredStopAtLevel=1",
                                        "-XX:+UseSerialGC",
                                        "--sun-misc-unsafe-memory-access=allow",
                                        "--enable-native-access=ALL-UNNAMED",
                                        "-Djava.io.tmpdir="
                                                + Files.createDirectories(classes.resolve("tmp")),
                                        "-cp",
                                        classes + File.pathSeparator + classPath,
                                        "example." + main,
                                        SAMPLES.resolve("orders").toString()))
                        .redirectErrorStream(true)
                        .start();
        String output = new String(process.getInputStream().readAllBytes());
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }
}
