package io.millrace.server.command;

import io.millrace.engine.error.PrintableText;
import io.millrace.engine.error.PrintableThrowable;
import io.millrace.server.console.Console;

import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * A runner of picocli command classes. It provides the console for their output, understandable
 * error messages, and the exit codes of {@link ExitCode}.
 */
public final class Program {

    private Program() {}

    /** Runs the command that {@code main} represents, and ends the process with its exit code. */
    public static void exit(Object main, String... args) {
        int code = run(main, Console.system(), args);
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
        Thread.setDefaultUncaughtExceptionHandler(Program::threadEnded);
        CommandLine line =
                new CommandLine(main, new CommandFactory(console))
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
        int code = execute(line, console, args);
        console.out().flush();
        console.err().flush();
        return code;
    }

    /**
     * Reports an exception that ends a thread. When a store is closed, Artemis first writes a
     * buffer and stops it; the timer of the buffer can then fail because the buffer is stopped.
     */
    private static void threadEnded(Thread thread, Throwable thrown) {
        boolean timer = thread.getName().equals("activemq-buffer-timeout");
        if (!timer || !(thrown instanceof IllegalStateException)) {
            System.err.println("thread " + PrintableText.line(thread.getName()) + " ended:");
            PrintableThrowable.of(thrown).printStackTrace();
        }
    }

    private static int execute(CommandLine line, Console console, String... args) {
        try {
            return line.execute(args);
        } catch (OutOfMemoryError exhausted) {
            return ExitCode.report(exhausted, console);
        }
    }

    private static int usage(ParameterException wrong, Console console) {
        CommandLine command = wrong.getCommandLine();
        console.report("millrace: " + PrintableText.line(wrong.getMessage()));
        CommandLine.UnmatchedArgumentException.printSuggestions(wrong, console.err());
        if (command.getParent() == null) {
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
