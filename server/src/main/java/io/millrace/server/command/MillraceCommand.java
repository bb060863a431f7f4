package io.millrace.server.command;

import io.millrace.server.console.Console;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code ./millrace}, whose subcommands are the other commands of this package. */
@Command(
        name = "millrace",
        mixinStandardHelpOptions = true,
        versionProvider = VersionCommand.class,
        synopsisSubcommandLabel = "COMMAND",
        description = "Runs message flows: nodes, ESQL, queues, transactions.",
        footer =
                """

                Begin with: ./millrace run samples/orders --put samples/orders/messages \
                --until-idle
                Each command has more help:  ./millrace COMMAND --help
                To measure it:  ./millrace bench --help

                Exit codes: 0 success; 1 errors in the checked, tested or processed data; 2 wrong \
                usage;
                3 failure of a broker, store, port, file or disk; 70 a defect of Millrace; 130 and \
                143
                end by Ctrl-C (SIGINT) and SIGTERM.\
                """,
        subcommands = {
            RunCommand.class,
            ServerCommand.class,
            PackageCommand.class,
            DeployCommand.class,
            UndeployCommand.class,
            ListCommand.class,
            DiffCommand.class,
            RollbackCommand.class,
            RepositoryCommand.class,
            AssignCommand.class,
            StartCommand.class,
            StopCommand.class,
            RestartCommand.class,
            EventsCommand.class,
            LogLevelCommand.class,
            UsersCommand.class,
            CheckCommand.class,
            ExecCommand.class,
            TestCommand.class,
            CompareCommand.class,
            ParseCommand.class,
            ImportCommand.class,
            ImportModelCommand.class,
            ExportModelCommand.class,
            PutCommand.class,
            GetCommand.class,
            BrowseCommand.class,
            ReplayCommand.class,
            QueuesCommand.class,
            StatusCommand.class,
            StatisticsCommand.class,
            ShowCommand.class,
            UowCommand.class,
            ConnectionsCommand.class,
            DataSourcesCommand.class,
            VersionCommand.class,
            CompletionCommand.class
        })
public final class MillraceCommand implements Runnable {

    @Spec private CommandSpec spec;

    private MillraceCommand() {}

    /** Runs a command and ends the process with its exit code. */
    public static void exit(String... args) {
        Program.exit(new MillraceCommand(), args);
    }

    /** Runs a command and returns its exit code. */
    public static int run(Console console, String... args) {
        return Program.run(new MillraceCommand(), console, args);
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "missing argument: COMMAND");
    }
}
