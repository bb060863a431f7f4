package io.millrace.commandline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.millrace.server.Millrace;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A broker whose disk refuses a write of Artemis. */
class FatalErrorTest {

    private static final Path ORDERS =
            Path.of(System.getProperty("millrace.root"), "samples", "orders");
    private static final int LONG_SECONDS = 240;

    /** Kilobytes that a file may have: a little more than one of the journal. */
    private static final int MAX_FILE = 10_300;

    private static final int LARGE_MESSAGE = 20 << 20;

    @TempDir Path folder;

    private Process start(String command, Path errors, String... arguments) throws IOException {
        String java = ProcessHandle.current().info().command().orElseThrow();
        String options =
                "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC --sun-misc-unsafe-memory-access=allow"
                        + " --enable-native-access=ALL-UNNAMED -cp ";
        String all =
                command
                        + "exec "
                        + java
                        + " "
                        + options
                        + System.getProperty("java.class.path")
                        + " "
                        + Millrace.class.getName()
                        + " "
                        + String.join(" ", arguments)
                        + " --home "
                        + folder.resolve("home");
        return new ProcessBuilder("bash", "-c", all)
                .redirectError(errors.toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /** No process may then write a file larger than the limit: an input/output error. */
    @Test
    void runEndsWithExitCode3AndSaysWhatToDo() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/bin/bash")));
        Path large = Files.write(folder.resolve("large"), new byte[LARGE_MESSAGE]);
        Path errors = folder.resolve("run.err");
        Process run = start("ulimit -f " + MAX_FILE + "; ", errors, "run", ORDERS.toString());
        try {
            await().until(() -> !run.isAlive() || Files.readString(errors).contains("Ctrl-C"));
            Process put =
                    start("", folder.resolve("put.err"), "put", "ORDERS.IN", large.toString());
            assertThat(put.waitFor(LONG_SECONDS, TimeUnit.SECONDS)).isTrue();
            assertThat(put.exitValue()).isNotZero();
            assertThat(run.waitFor(LONG_SECONDS, TimeUnit.SECONDS)).isTrue();
            assertThat(run.exitValue()).isEqualTo(3);
            assertThat(Files.readString(errors)).contains("error MR5003", "start the broker again");
        } finally {
            run.destroyForcibly();
        }
    }
}
