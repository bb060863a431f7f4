package io.millrace.server;

import io.millrace.server.command.BrowseCommand;
import io.millrace.server.command.CheckCommand;
import io.millrace.server.command.ExecCommand;
import io.millrace.server.command.ExitCode;
import io.millrace.server.command.ExportModelCommand;
import io.millrace.server.command.GetCommand;
import io.millrace.server.command.ImportModelCommand;
import io.millrace.server.command.ParseCommand;
import io.millrace.server.command.PutCommand;
import io.millrace.server.command.QueuesCommand;
import io.millrace.server.command.RunCommand;
import io.millrace.server.command.TestCommand;
import io.millrace.server.command.UowCommand;
import io.millrace.server.console.Console;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line: {@code ./millrace COMMAND ...}. */
@Command(
        name = "millrace",
        mixinStandardHelpOptions = true,
        versionProvider = Millrace.Version.class,
        synopsisSubcommandLabel = "COMMAND",
        description = "Runs message flows: nodes, ESQL, queues, transactions.",
        footer = {
            "",
            "Begin with:  ./millrace run samples/orders --put samples/orders/messages --until-idle",
            "Each command tells more:  ./millrace COMMAND --help",
            "",
            "Exit codes: 0 done; 1 what was checked, tested or processed has errors; 2 wrong"
                    + " usage;",
            "3 a broker, store, port, file or disk is in the way; 70 a defect of Millrace."
        },
        subcommands = {
            RunCommand.class,
            CheckCommand.class,
            ExecCommand.class,
            TestCommand.class,
            ParseCommand.class,
            ImportModelCommand.class,
            ExportModelCommand.class,
            PutCommand.class,
            GetCommand.class,
            BrowseCommand.class,
            QueuesCommand.class,
            UowCommand.class
        })
public final class Millrace implements Runnable {

    @Spec private CommandSpec spec;

    private Millrace() {}

    public static void main(String[] args) {
        int code = run(Console.system(), args);
        System.out.flush();
        System.err.flush();
        System.exit(code);
    }

    /** Runs a command as {@link #main} does, but gives its exit code back; for tests. */
    public static int run(Console console, String... args) {
        CommandLine line =
                new CommandLine(new Millrace(), new CommandFactory(console))
                        .setCaseInsensitiveEnumValuesAllowed(true)
                        .setUsageHelpAutoWidth(true)
                        .setColorScheme(
                                CommandLine.Help.defaultColorScheme(
                                        console.colours()
                                                ? CommandLine.Help.Ansi.ON
                                                : CommandLine.Help.Ansi.OFF))
                        .setOut(console.out())
                        .setErr(console.err());
        line.setExecutionExceptionHandler(
                (thrown, command, parsed) -> ExitCode.report(thrown, console));
        line.setParameterExceptionHandler((wrong, given) -> usage(wrong, console));
        int code = line.execute(args);
        console.out().flush();
        console.err().flush();
        return code;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "which command?");
    }

    private static int usage(ParameterException wrong, Console console) {
        CommandLine command = wrong.getCommandLine();
        console.err().println("millrace: " + wrong.getMessage());
        CommandLine.UnmatchedArgumentException.printSuggestions(wrong, console.err());
        if (command.getParent() == null) {
            command.usage(console.err(), command.getColorScheme());
        } else {
            console.err()
                    .println("Try: ./" + command.getCommandSpec().qualifiedName(" ") + " --help");
        }
        return ExitCode.USAGE;
    }

    /** Gives commands the console to print on. */
    private record CommandFactory(Console console) implements CommandLine.IFactory {
        @Override
        public <K> K create(Class<K> type) throws Exception {
            try {
                return type.getConstructor(Console.class).newInstance(console);
            } catch (NoSuchMethodException none) {
                return CommandLine.defaultFactory().create(type);
            }
        }
    }

    /** The version in the jar's manifest. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Millrace.class.getPackage().getImplementationVersion();
            return new String[] {"Millrace " + (version == null ? "(not packaged)" : version)};
        }
    }
}
