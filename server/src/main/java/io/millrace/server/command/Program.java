package io.millrace.server.command;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.PrintableText;
import io.millrace.engine.error.PrintableThrowable;
import io.millrace.server.console.Console;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.logging.LogManager;

/**
 * A runner of picocli command classes. It provides the console for their output, understandable
 * error messages, and the exit codes of {@link ExitCode}.
 */
public final class Program {

    /** Minimum heap size for the start of the program. */
    private static final long MIN_HEAP_BYTES = 24L << 20;

    /**
     * Size of the chunks that Netty allocates for each thread of Artemis: 8 KB shifted by this
     * number. With 1 MB instead of 4 MB, an idle broker needs 12 MB less.
     */
    private static final String CHUNK_ORDER = "io.netty.allocator.maxOrder";

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
        if (System.getProperty("java.util.logging.config.file") == null) {
            // Libraries such as JDBC drivers would write to the terminal.
            LogManager.getLogManager().reset();
        }
        if (System.getProperty(CHUNK_ORDER) == null) {
            System.setProperty(CHUNK_ORDER, "7");
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
        line.setHelpFactory(Program::help);
        Thread.setDefaultUncaughtExceptionHandler((thread, e) -> uncaught(thread, e, console));
        line.setExecutionExceptionHandler(
                (thrown, command, parsed) -> ExitCode.report(thrown, console));
        line.setParameterExceptionHandler((wrong, given) -> usage(wrong, console));
        int code = execute(line, console, args);
        code = code == ExitCode.OK ? written(console) : code;
        console.out().flush();
        console.err().flush();
        return code;
    }

    /** Returns the help of a command, with the descriptions of the settings that options set. */
    private static CommandLine.Help help(CommandSpec command, CommandLine.Help.ColorScheme colors) {
        // The settings are loaded here, because other commands do not need them.
        if (command.resourceBundle() == null) {
            command.resourceBundle(new DeclaredSettings());
        }
        return new CommandLine.Help(command, colors);
    }

    /** Reports output that could not be written, and returns the resulting exit code. */
    private static int written(Console console) {
        try {
            console.requireWritten("");
            return ExitCode.OK;
        } catch (MillraceException e) {
            return ExitCode.report(e, console);
        }
    }

    private static int execute(CommandLine line, Console console, String... args) {
        try {
            return line.execute(args);
        } catch (OutOfMemoryError exhausted) {
            return ExitCode.report(exhausted, console);
        }
    }

    private static void uncaught(Thread thread, Throwable thrown, Console console) {
        if (!isOfStoppedArtemis(thread, thrown)) {
            console.report("the thread " + thread.getName() + " ended with an error");
            PrintableThrowable.of(thrown).printStackTrace(console.err());
        }
    }

    /**
     * Whether a thread of Artemis has found that its journal was closed or its thread pool has
     * stopped. This happens while a broker stops, and nothing is lost.
     */
    private static boolean isOfStoppedArtemis(Thread thread, Throwable thrown) {
        String name = thread.getName();
        return switch (thrown) {
            case IllegalStateException closed -> name.equals("activemq-buffer-timeout");
            case RejectedExecutionException stopped -> name.contains("(activemq-");
            default -> false;
        };
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
