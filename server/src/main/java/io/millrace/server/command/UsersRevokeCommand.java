package io.millrace.server.command;

import io.millrace.server.client.AdministrationClient;
import io.millrace.server.console.Console;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

import tools.jackson.databind.JsonNode;

/** The command {@code millrace users revoke}. */
@Command(
        name = "revoke",
        description = "Revokes the tokens of a user: they are refused from now on.",
        footer = "\nExample:  ./millrace users revoke anna 3f2a9c1d")
final class UsersRevokeCommand extends AdministrationCommand {

    @Parameters(index = "0", paramLabel = "USER", description = "Name of the user.")
    private String user;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "TOKEN",
            description =
                    "Identifier of a token, as shown by list (default: all tokens of the user).")
    private String token;

    @Override
    int call(AdministrationClient client) {
        String path = AdministrationClient.path(UsersCommand.USERS + "/", user, "/tokens");
        JsonNode revoked =
                client.delete(
                        token == null ? path : AdministrationClient.path(path + "/", token, ""),
                        -1);
        if (administration.isJson()) {
            AdministrationOptions.print(revoked, console);
            return ExitCode.OK;
        }
        console.println(Console.count(revoked.size(), "token") + " of user " + user + " revoked");
        return ExitCode.OK;
    }
}
