package io.millrace.server.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code millrace repository}. */
@Command(
        name = "repository",
        description = {
            "Lists and publishes archives in the repository that a server shares with others.",
            """
            The repository is in broker.yaml. deploy --from-repository deploys an archive that \
            is in it.\
            """
        },
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {RepositoryListCommand.class, RepositoryPublishCommand.class},
        footer =
                """

                Examples:  ./millrace repository publish orders.zip
                           ./millrace repository list
                           ./millrace deploy orders@1.2 --from-repository\
                """)
final class RepositoryCommand extends ConsoleCommand {

    static final String ARCHIVES = "/v1/broker/repository/applications";

    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
        throw new ParameterException(spec.commandLine(), "missing argument: list or publish");
    }
}
