package io.millrace.administration;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.administration.TestServer.Result;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A user of the administration API of a server, with a token. */
final class AdministrationUser {

    private final TestServer server;
    private final String name;
    private final Path file;

    private AdministrationUser(TestServer server, String name, Path file) {
        this.server = server;
        this.name = name;
        this.file = file;
    }

    /** Creates a token of a user of broker.yaml. */
    static AdministrationUser of(TestServer server, String name) throws IOException {
        Result created = server.run("users", "token", name).ok();
        Path file = server.home().resolveSibling(name + ".token");
        Files.writeString(file, created.out());
        return new AdministrationUser(server, name, file);
    }

    String name() {
        return name;
    }

    Path file() {
        return file;
    }

    /** Returns the identifier of the token. */
    String id() throws IOException {
        return token().split("-", 3)[1];
    }

    String token() throws IOException {
        return Files.readString(file).strip();
    }

    /** Runs a command as this user. */
    Result run(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--token-file", file.toString()));
        return server.run(all.toArray(String[]::new));
    }

    /** Runs a command that must be refused because of the user's roles. */
    void refused(String role, String object, String... arguments) {
        Result result = run(arguments);
        assertThat(result.code()).as(result.out() + result.err()).isEqualTo(3);
        assertThat(result.err())
                .contains("MR7030")
                .contains("user " + name + " needs the role " + role + " for " + object)
                .contains("; whoever maintains broker.yaml can grant it with users or userGroups");
    }

    /** Returns a request with the token. */
    HttpRequest.Builder request(String path) throws IOException {
        return HttpRequest.newBuilder(URI.create(server.url() + path))
                .header("Authorization", "Bearer " + token());
    }
}
