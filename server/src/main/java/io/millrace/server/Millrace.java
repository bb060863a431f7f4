package io.millrace.server;

import io.millrace.server.command.AssignCommand;
import io.millrace.server.command.BrowseCommand;
import io.millrace.server.command.CheckCommand;
import io.millrace.server.command.CompareCommand;
import io.millrace.server.command.CompletionCommand;
import io.millrace.server.command.ConnectionsCommand;
import io.millrace.server.command.DataSourcesCommand;
import io.millrace.server.command.DeployCommand;
import io.millrace.server.command.DiffCommand;
import io.millrace.server.command.EventsCommand;
import io.millrace.server.command.ExecCommand;
import io.millrace.server.command.ExportModelCommand;
import io.millrace.server.command.GetCommand;
import io.millrace.server.command.ImportCommand;
import io.millrace.server.command.ImportModelCommand;
import io.millrace.server.command.ListCommand;
import io.millrace.server.command.LogLevelCommand;
import io.millrace.server.command.PackageCommand;
import io.millrace.server.command.ParseCommand;
import io.millrace.server.command.Program;
import io.millrace.server.command.PutCommand;
import io.millrace.server.command.QueuesCommand;
import io.millrace.server.command.ReplayCommand;
import io.millrace.server.command.RestartCommand;
import io.millrace.server.command.RollbackCommand;
import io.millrace.server.command.RunCommand;
import io.millrace.server.command.ServerCommand;
import io.millrace.server.command.ShowCommand;
import io.millrace.server.command.StartCommand;
import io.millrace.server.command.StatisticsCommand;
import io.millrace.server.command.StatusCommand;
import io.millrace.server.command.StopCommand;
import io.millrace.server.command.TestCommand;
import io.millrace.server.command.UndeployCommand;
import io.millrace.server.command.UowCommand;
import io.millrace.server.command.UsersCommand;
import io.millrace.server.command.VersionCommand;
import io.millrace.server.console.Console;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The entry point of the command line: {@code ./millrace COMMAND ...}. */
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
public final class Millrace implements Runnable {

    @Spec private CommandSpec spec;

    private Millrace() {}

    public static void main(String[] args) {
        Program.exit(new Millrace(), args);
    }

    /** Runs a command like {@link #main}, but returns its exit code; for tests. */
    public static int run(Console console, String... args) {
        return Program.run(new Millrace(), console, args);
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "missing argument: COMMAND");
    }
}
