package io.millrace.administration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.server.Millrace;
import io.millrace.testing.JavaProcess;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A server in a process of its own, which can be killed. */
final class ServerProcess extends TestServer {

    private final Path output;
    private final Process process;

    private ServerProcess(Path home, Path output, Process process) {
        super(home);
        this.output = output;
        this.process = process;
    }

    /** Starts a server and waits until it is ready. */
    static ServerProcess start(Path home, String... arguments) throws IOException {
        ServerProcess server = launch(home, arguments);
        await().until(() -> !server.process.isAlive() || server.output().contains(READY));
        assertThat(server.process.isAlive()).as(server.output()).isTrue();
        return server;
    }

    /** Starts a server without waiting. */
    static ServerProcess launch(Path home, String... arguments) throws IOException {
        return launch(home, List.of(serverCommand(home, arguments)));
    }

    /** Starts the command run with an application, without waiting. */
    static ServerProcess launchRun(Path home, Path application) throws IOException {
        return launch(home, List.of("run", application.toString(), "--home", home.toString()));
    }

    private static ServerProcess launch(Path home, List<String> all) throws IOException {
        Path output = Files.createTempFile(home.getParent(), "server", ".out");
        Process process =
                JavaProcess.of(
                                Millrace.class,
                                List.of("-Dlogback.configurationFile=logback.xml"),
                                all.toArray(String[]::new))
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
        return new ServerProcess(home, output, process);
    }

    @Override
    String output() throws IOException {
        return Files.readString(output);
    }

    Process process() {
        return process;
    }

    /** Ends the process like a supervisor does, and returns its exit code. */
    int stop() throws InterruptedException {
        process.destroy();
        assertThat(process.waitFor(LONG_SECONDS, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    /** Ends the process at once. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        assertThat(process.waitFor(LONG_SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
