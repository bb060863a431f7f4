package io.millrace.administration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.server.Millrace;
import io.millrace.testing.JavaProcess;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A command in a process of its own, whose output is awaited. */
final class RunningCommand implements AutoCloseable {

    private final Path output;
    private final Process process;

    private RunningCommand(Path output, Process process) {
        this.output = output;
        this.process = process;
    }

    /** Starts a command, whose output is written to a file in a folder. */
    static RunningCommand start(Path folder, String... arguments) throws IOException {
        Path output = Files.createTempFile(folder, "command", ".out");
        return new RunningCommand(
                output,
                JavaProcess.of(
                                Millrace.class,
                                List.of("-Dlogback.configurationFile=logback.xml"),
                                arguments)
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start());
    }

    String output() throws IOException {
        return Files.readString(output);
    }

    void awaitOutput(String text) throws IOException {
        await().until(() -> !process.isAlive() || output().contains(text));
        assertThat(output()).contains(text);
    }

    /** Waits for the end of the command and returns its exit code. */
    int end() throws InterruptedException {
        await().until(() -> !process.isAlive());
        return process.waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
