package io.millrace.administration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.server.Millrace;
import io.millrace.server.console.Console;
import io.millrace.testing.JavaProcess;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A server in a process of its own, with the commands of an administrator in this process. */
final class ServerProcess implements AutoCloseable {

    private static final long LONG_SECONDS = 240;
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final Path home;
    private final Path output;
    private final Process process;

    private ServerProcess(Path home, Path output, Process process) {
        this.home = home;
        this.output = output;
        this.process = process;
    }

    /** Starts a server and waits until it is ready. */
    static ServerProcess start(Path home, String... arguments) throws IOException {
        ServerProcess server = launch(home, arguments);
        await().until(() -> !server.process.isAlive() || server.output().contains(" is ready: "));
        assertThat(server.process.isAlive()).as(server.output()).isTrue();
        return server;
    }

    /** Starts a server without waiting. */
    static ServerProcess launch(Path home, String... arguments) throws IOException {
        List<String> all = new ArrayList<>(List.of("server", "--home", home.toString()));
        all.addAll(List.of(arguments));
        return launch(home, all);
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

    String output() throws IOException {
        return Files.readString(output);
    }

    Path home() {
        return home;
    }

    Process process() {
        return process;
    }

    /** The result of a command. */
    record Result(int code, String out, String err) {
        Result ok() {
            assertThat(code).as(out + err).isZero();
            return this;
        }
    }

    /** Runs a command with the home of this server. */
    Result run(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--home", home.toString()));
        return command(all.toArray(String[]::new));
    }

    static Result command(String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = Millrace.run(new Console(out, err, false), arguments);
        return new Result(
                code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    String url() throws IOException {
        return Files.readString(home.resolve("server/address")).strip();
    }

    String token() throws IOException {
        return Files.readString(home.resolve("server/token")).strip();
    }

    /** Returns a request with the token. */
    HttpRequest.Builder request(String path) throws IOException {
        return HttpRequest.newBuilder(URI.create(url() + path))
                .header("Authorization", "Bearer " + token());
    }

    static HttpResponse<String> send(HttpRequest.Builder request)
            throws IOException, InterruptedException {
        return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
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
