package io.millrace.transcripts;

import static org.awaitility.Awaitility.await;

import io.millrace.server.Millrace;
import io.millrace.testing.JavaProcess;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A server of a document, in a process of its own. */
final class ServerInBackground implements AutoCloseable {

    private final Process process;
    private final String output;

    private ServerInBackground(Process process, String output) {
        this.process = process;
        this.output = output;
    }

    /** Starts a server and waits until it is ready or has ended. */
    static ServerInBackground start(Path folder, List<String> arguments) throws IOException {
        Path file = Files.createTempFile("server", ".out");
        try {
            Process process =
                    JavaProcess.of(
                                    Millrace.class,
                                    List.of(
                                            "-Dlogback.configurationFile=logback.xml",
                                            "-Dmillrace.running=" + folder + ".running"),
                                    arguments.toArray(String[]::new))
                            .directory(folder.toFile())
                            .redirectErrorStream(true)
                            .redirectOutput(file.toFile())
                            .start();
            await().until(
                            () ->
                                    !process.isAlive()
                                            || Files.readString(file).contains(" is ready: "));
            return new ServerInBackground(process, Files.readString(file));
        } finally {
            Files.deleteIfExists(file);
        }
    }

    /** Returns what the server has printed before it was ready. */
    String output() {
        return output;
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
