package io.millrace.benchmarks.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.error.MillraceException;
import io.millrace.server.Millrace;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** With a JVM of these classes for a launcher. */
class StartsTest {

    private static final List<String> LAUNCHER =
            List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:TieredStopAtLevel=1",
                    "-XX:+UseSerialGC",
                    "--enable-native-access=ALL-UNNAMED",
                    "--sun-misc-unsafe-memory-access=allow",
                    "-cp",
                    System.getProperty("java.class.path"),
                    Millrace.class.getName());

    @TempDir Path folder;

    @Test
    void theFirstMessageIsProcessedWhereverTheQueuesAre() throws Exception {
        Starts starts = new Starts(LAUNCHER, folder);
        for (Starts.Queues queues : Starts.Queues.values()) {
            assertThat(starts.once(queues)).as("%s", queues).isPositive();
        }
        assertThat(folder.resolve("known")).isDirectory();
        assertThat(folder.resolve("new-1")).isDirectory();
        assertThat(Files.readString(folder.resolve("greeting"))).isEqualTo("'Hello Ann'\n");
    }

    @Test
    void aProgramThatDoesNotProcessTheMessageIsQuoted() throws Exception {
        List<String> launcher = List.of("sh", "-c", "echo cannot \"$1\" >&2; exit 3", "sh");
        Starts starts = new Starts(launcher, folder);
        assertThatThrownBy(() -> starts.once(Starts.Queues.MEMORY))
                .isInstanceOf(MillraceException.class)
                .hasMessageContaining("did not process its message")
                .hasMessageContaining("cannot run");
    }
}
