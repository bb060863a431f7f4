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
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
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
            description =
                    """
                    Writes the token to a new file that only your user can read.\
                    """)
    private Path output;

    @Override
    int call(AdministrationClient client) {
        JsonNode created = output == null ? create(client) : createFile(client);
        JsonNode details = created.path("details");
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

    private JsonNode create(AdministrationClient client) {
        return client.send(
                "POST",
                AdministrationClient.path(UsersCommand.USERS + "/", user, "/tokens"),
                Map.of("expires", expires),
                -1);
    }

    /** Creates the file before the token, so that no token is lost if this is not possible. */
    private JsonNode createFile(AdministrationClient client) {
        try {
            Files.createFile(output, ServerHome.owner("rw-------"));
        } catch (FileAlreadyExistsException e) {
            throw Usage.wrong(
                    "--output",
                    "must be a file that does not exist (found %s, which can contain a valid token); specify another file, or delete this one first"
                            .formatted(output));
        } catch (IOException e) {
            throw FileErrors.unwritable(output, e);
        }
        try {
            JsonNode created = create(client);
            write(text(created, "token"));
            return created;
        } catch (RuntimeException e) {
            delete(e);
            throw e;
        }
    }

    private void write(String token) {
        try {
            Files.writeString(output, token + "\n");
        } catch (IOException e) {
            throw new MillraceException(
                    ErrorCode.FILE_UNREADABLE,
                    "cannot write %s: %s; revoke the token with ./millrace users revoke %s"
                            .formatted(output, FileErrors.reason(e), user),
                    e);
        }
    }

    private void delete(RuntimeException failure) {
        try {
            Files.deleteIfExists(output);
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }
}
