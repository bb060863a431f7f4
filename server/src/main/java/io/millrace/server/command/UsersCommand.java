package io.millrace.server.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code millrace users}. */
@Command(
        name = "users",
        description = {
            "Lists the users of the administration API of a server; creates and revokes tokens.",
            """
            The users and their roles are in broker.yaml. A user authenticates with a token, \
            which commands read from --token-file.\
            """
        },
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {UsersListCommand.class, UsersTokenCommand.class, UsersRevokeCommand.class},
        footer =
                """

                Examples:  ./millrace users list
                           ./millrace users token anna --expires 30d --output anna.token
                           ./millrace users revoke anna\
                """)
final class UsersCommand extends ConsoleCommand {

    static final String USERS = "/v1/broker/users";

    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
        throw new ParameterException(spec.commandLine(), "missing argument: list, token or revoke");
    }
}
