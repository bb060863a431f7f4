package io.millrace.administration;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.server.Millrace;
import io.millrace.server.console.Console;

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

/**
 * A running server, with the commands of an administrator in this process. The server is a {@link
 * ServerThread} unless the test is about its process: its end, its log on standard error, its
 * levels of loggers.
 */
abstract sealed class TestServer implements AutoCloseable permits ServerProcess, ServerThread {

    static final long LONG_SECONDS = 240;

    /** Text that a server prints when it has started. */
    static final String READY = " is ready: ";

    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final Path home;

    TestServer(Path home) {
        this.home = home;
    }

    /** Returns what the server has printed. */
    abstract String output() throws IOException;

    /** Ends the server. */
    @Override
    public abstract void close();

    Path home() {
        return home;
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

    /** Runs a command in this process. */
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

    /** Returns the OpenAPI description, which needs no token. */
    String description() throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(URI.create(url() + "/openapi.json"))).body();
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

    /** Returns the command that starts a server. */
    static String[] serverCommand(Path home, String... arguments) {
        List<String> all = new ArrayList<>(List.of("server", "--home", home.toString()));
        all.addAll(List.of(arguments));
        return all.toArray(String[]::new);
    }
}
