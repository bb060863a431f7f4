package io.millrace.server.command;

import io.millrace.server.access.OwnerOnly;
import io.millrace.server.client.AdministrationClient;
import io.millrace.server.client.ServerAddress;
import io.millrace.server.client.ServerError;
import io.millrace.server.console.Console;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import tools.jackson.databind.JsonNode;

import java.nio.file.Path;
import java.util.function.Function;

/** The options of commands that administer a server, and the client for this server. */
final class AdministrationOptions {

    @Mixin private HomeFolder home;

    @Option(
            names = "--server",
            paramLabel = "URL",
            description =
                    """
                    URL of the administration API of a server on another machine, instead of \
                    --home. Requires --token-file.\
                    """)
    private String server;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description =
                    """
                    File with the token of a user, or a copy of server/token in the home of the \
                    server (with --home, default: this file).\
                    """)
    private Path tokenFile;

    @Option(
            names = "--trust",
            paramLabel = "FILE",
            description =
                    """
                    PEM file with the certificate of the authority that has issued the \
                    certificate of the server (default: the authorities of the JDK).\
                    """)
    private Path trust;

    @Option(
            names = "--plain-text",
            description =
                    """
                    Permits an http URL of another machine in --server. The token is then readable \
                    by others in the network.\
                    """)
    private boolean plainText;

    @Mixin private JsonOption json;

    boolean isJson() {
        return json.isGiven();
    }

    /** Returns the output format like {@link JsonOption#form}. */
    <T> T form(String option, T chosen, boolean isChosen, T jsonForm) {
        return json.form(option, chosen, isChosen, jsonForm);
    }

    /**
     * Whether an option that applies only to the API is specified, so that the command uses the API
     * instead of the queues of the home folder.
     */
    boolean usesApi() {
        return server != null || tokenFile != null || trust != null || plainText;
    }

    /** Returns the option of the home folder. */
    HomeFolder home() {
        return home;
    }

    /**
     * Calls the server and returns the exit code of the command. Errors of the server are printed
     * with the problems of the application.
     */
    int call(Console console, Function<AdministrationClient, Integer> command) {
        try (AdministrationClient client = new AdministrationClient(address(console))) {
            return command.apply(client);
        } catch (ServerError error) {
            return report(error, console);
        }
    }

    private int report(ServerError error, Console console) {
        if (isJson()) {
            JsonOption.print(error.body(), console);
        }
        if (error.problems().isEmpty()) {
            return ExitCode.report(error, console);
        }
        error.problems().forEach(console::report);
        console.report(Console.count(error.problems().size(), "problem") + "; nothing was changed");
        return error.isOfEnvironment() ? ExitCode.USAGE : ExitCode.ERRORS;
    }

    /** Prints a response as JSON. */
    static void print(JsonNode response, Console console) {
        JsonOption.print(response, console);
    }

    private ServerAddress address(Console console) {
        if (server == null) {
            if (plainText) {
                throw Usage.wrong("--plain-text", "requires --server");
            }
            return warned(ServerAddress.ofHome(home.chosen(console), tokenFile, trust), console);
        }
        if (home.isGiven()) {
            throw Usage.wrong("--server", "cannot be combined with --home");
        }
        if (tokenFile == null) {
            throw Usage.wrong("--server", "requires --token-file");
        }
        return warned(ServerAddress.of(server, tokenFile, trust, plainText), console);
    }

    /**
     * Warns if other users can read the file of the token, because they could impersonate its user.
     */
    private static ServerAddress warned(ServerAddress address, Console console) {
        if (OwnerOnly.isReadableByOthers(address.tokenFile())) {
            console.report(
                    "%s: other users can read the token in %s; permit this only to its owner: chmod 600 %s"
                            .formatted(
                                    console.yellow("warning"),
                                    address.tokenFile(),
                                    address.tokenFile()));
        }
        return address;
    }
}
