package io.millrace.server.command;

import io.millrace.engine.error.PrintableText;
import io.millrace.engine.error.PrintableThrowable;
import io.millrace.server.console.Console;
import io.millrace.server.console.SystemProperties;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

import java.nio.file.Path;
import java.util.Optional;

/**
 * A runner of picocli command classes. It provides the console for their output, understandable
 * error messages, and the exit codes of {@link ExitCode}.
 */
public final class Program {

    /** Heap without which the program cannot start. */
    private static final long MIN_HEAP_BYTES = 24L << 20;

    private Program() {}

    /** Runs the command that {@code main} represents, and ends the process with its exit code. */
    public static void exit(Object main, String... args) {
        Console console = Console.system();
        Optional<String> unknown = SystemProperties.unknownName(System.getProperties());
        unknown.ifPresent(text -> console.report("millrace: " + PrintableText.line(text)));
        int code = unknown.isPresent() ? ExitCode.USAGE : run(main, console, args);
        System.out.flush();
        System.err.flush();
        System.exit(code);
    }

    /**
     * Runs a command and returns its exit code.
     *
     * @param main annotated class with the subcommands; commands with a constructor for the console
     *     receive the console
     */
    public static int run(Object main, Console console, String... args) {
        long heap = Runtime.getRuntime().maxMemory();
        if (heap < MIN_HEAP_BYTES) {
            console.report(
                    "millrace: the heap must have %s MB or more (found %s MB); set it with -Xmx in MILLRACE_OPTS"
                            .formatted(MIN_HEAP_BYTES >> 20, heap >> 20));
            return ExitCode.ENVIRONMENT;
        }
        Optional<String> invalid = SystemProperties.invalidValue(System.getProperties());
        if (invalid.isPresent()) {
            console.report("millrace: " + PrintableText.line(invalid.get()));
            return ExitCode.USAGE;
        }
        CommandLine line =
                new CommandLine(main, new CommandFactory(console))
                        .setCaseInsensitiveEnumValuesAllowed(true)
                        .setExpandAtFiles(false)
                        .registerConverter(Path.class, ArgumentErrors::path)
                        .setUsageHelpAutoWidth(true)
                        .setColorScheme(
                                CommandLine.Help.defaultColorScheme(
                                        console.colours()
                                                ? CommandLine.Help.Ansi.ON
                                                : CommandLine.Help.Ansi.OFF))
                        .setOut(console.out())
                        .setErr(console.err());
        describe(line.getCommandSpec(), new DeclaredSettings());
        Thread.setDefaultUncaughtExceptionHandler((thread, e) -> uncaught(thread, e, console));
        line.setExecutionExceptionHandler(
                (thrown, command, parsed) -> ExitCode.report(thrown, console));
        line.setParameterExceptionHandler((wrong, given) -> usage(wrong, console));
        int code = execute(line, console, args);
        console.out().flush();
        console.err().flush();
        return code;
    }

    /** Provides descriptions to all commands that have no texts of their own. */
    private static void describe(CommandSpec command, DeclaredSettings settings) {
        if (command.resourceBundle() == null) {
            command.resourceBundle(settings);
        }
        command.subcommands().values().forEach(c -> describe(c.getCommandSpec(), settings));
    }

    private static int execute(CommandLine line, Console console, String... args) {
        try {
            return line.execute(args);
        } catch (OutOfMemoryError exhausted) {
            return ExitCode.report(exhausted, console);
        }
    }

    private static void uncaught(Thread thread, Throwable thrown, Console console) {
        // The timer of a journal of Artemis can find that the journal was closed. Nothing is lost.
        boolean closed =
                thrown instanceof IllegalStateException
                        && thread.getName().equals("activemq-buffer-timeout");
        if (!closed) {
            console.report("the thread " + thread.getName() + " ended with an error");
            PrintableThrowable.of(thrown).printStackTrace(console.err());
        }
    }

    private static int usage(ParameterException wrong, Console console) {
        CommandLine command = wrong.getCommandLine();
        console.report("millrace: " + PrintableText.line(ArgumentErrors.text(wrong)));
        if (command.getParent() == null && !(wrong instanceof UnmatchedArgumentException)) {
            command.usage(console.err(), command.getColorScheme());
        } else {
            console.report("Try: ./" + command.getCommandSpec().qualifiedName(" ") + " --help");
        }
        return ExitCode.USAGE;
    }

    /** A factory that passes the console to commands. */
    private record CommandFactory(Console console) implements CommandLine.IFactory {
        @Override
        public <K> K create(Class<K> type) throws Exception {
            try {
                return type.getConstructor(Console.class).newInstance(console);
            } catch (NoSuchMethodException none) {
                K made = CommandLine.defaultFactory().create(type);
                if (made instanceof ConsoleCommand command) {
                    command.console = console;
                }
                return made;
            }
        }
    }
}
