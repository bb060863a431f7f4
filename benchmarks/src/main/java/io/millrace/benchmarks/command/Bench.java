package io.millrace.benchmarks.command;

import io.millrace.server.Millrace;
import io.millrace.server.command.Program;
import io.millrace.server.console.Console;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line of the measurements: {@code ./millrace bench COMMAND ...}. */
@Command(
        name = "millrace bench",
        mixinStandardHelpOptions = true,
        versionProvider = Millrace.Version.class,
        synopsisSubcommandLabel = "COMMAND",
        description = "Measures Millrace beside IBM's reports and beside its peers.",
        footer = {
            "",
            "Options of a command:  ./millrace bench COMMAND --help",
            "",
            "Exit codes: 0 done; 1 a comparison or proof failed; 2 wrong usage;",
            "3 a broker, store, port, file or disk prevents the run; 70 a defect of Millrace."
        },
        subcommands = {
            NodeCostsCommand.class,
            MqsiCommand.class,
            SideBySideCommand.class,
            RecordsCommand.class,
            ConversionsCommand.class,
            JmhCommand.class,
            ReportCommand.class,
            CompareCommand.class,
            JournalCommand.class,
            CoordinationCommand.class,
            StartCommand.class,
            TortureCommand.class
        })
public final class Bench implements Runnable {

    @Spec private CommandSpec spec;

    private Bench() {}

    public static void main(String[] args) {
        Program.exit(new Bench(), args);
    }

    /** Runs a command like {@link #main} and returns its exit code; for tests. */
    public static int run(Console console, String... args) {
        return Program.run(new Bench(), console, args);
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "missing argument: COMMAND");
    }
}
