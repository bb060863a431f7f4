package io.millrace.server.command;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.FileErrors;
import io.millrace.engine.error.MillraceException;
import io.millrace.server.access.TokenValidity;
import io.millrace.server.client.AdministrationClient;
import io.millrace.server.deploy.ServerHome;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;

/** The command {@code millrace users token}. */
@Command(
        name = "token",
        description = {
            "Creates a token of a user, and prints it or writes it to a file.",
            "The server keeps only a hash of the token, so it cannot be printed again."
        },
        footer = "\nExample:  ./millrace users token anna --expires 30d --output anna.token")
final class UsersTokenCommand extends AdministrationCommand {

    @Parameters(index = "0", paramLabel = "USER", description = "Name of a user with roles.")
    private String user;

    @Option(
            names = "--expires",
            paramLabel = "TIME",
            defaultValue = TokenValidity.STANDARD,
            description =
                    """
                    Time after which the token is refused: a number with m, h or d, or never \
                    (default: ${DEFAULT-VALUE}).\
                    """)
    private String expires;

    @Option(
            names = "--output",
            paramLabel = "FILE",
            description = "Writes the token to a file that only your user can read.")
    private Path output;

    @Override
    int call(AdministrationClient client) {
        if (output != null && Files.isDirectory(output)) {
            throw Usage.wrong("--output", "must be a file (found the folder " + output + ")");
        }
        JsonNode created =
                client.send(
                        "POST",
                        AdministrationClient.path(UsersCommand.USERS + "/", user, "/tokens"),
                        Map.of("expires", expires),
                        -1);
        JsonNode details = created.path("details");
        if (output != null) {
            write(text(created, "token"));
        }
        if (administration.isJson()) {
            AdministrationOptions.print(output == null ? created : details, console);
            return ExitCode.OK;
        }
        if (output == null) {
            console.println(text(created, "token"));
        }
        console.report(
                "token %s of user %s expires %s; it is not printed again"
                        .formatted(
                                text(details, "id"),
                                user,
                                details.path("expires").isNull()
                                        ? "never"
                                        : "at " + text(details, "expires")));
        return ExitCode.OK;
    }

    private void write(String token) {
        Path next = output.resolveSibling(output.getFileName() + ".next");
        try {
            Files.deleteIfExists(next);
            Files.createFile(next, ServerHome.owner("rw-------"));
            Files.writeString(next, token + "\n");
            Files.move(next, output, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new MillraceException(
                    ErrorCode.FILE_UNREADABLE,
                    "cannot write %s: %s; revoke the token with ./millrace users revoke %s"
                            .formatted(output, FileErrors.reason(e), user),
                    e);
        }
    }
}
