package io.millrace.server.command;

import io.millrace.engine.error.PrintableText;
import io.millrace.engine.error.PrintableThrowable;
import io.millrace.engine.error.Problems;
import io.millrace.server.console.Console;
import io.millrace.server.console.SystemProperties;

import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A runner of picocli command classes. It provides the console for their output, understandable
 * error messages, and the exit codes of {@link ExitCode}.
 */
public final class Program {

    /** Message of picocli about an argument that is not a number. */
    private static final Pattern CONVERSION =
            Pattern.compile(
                    "Invalid value for option '(--?[\\w-]+)'.*?: '(.*)' is not an?"
                            + " (int|long|double)");

    /** Message of picocli about an argument that is not one of several words. */
    private static final Pattern CHOICE =
            Pattern.compile(
                    "Invalid value for (?:option '|positional parameter at index \\d+ \\()"
                            + "(.*?)(?:'.*|\\)): expected one of \\[(.*)] .*but was '(.*)'");

    /** Commands of other programs, and the commands for the same purpose. */
    private static final Map<String, String> OTHER =
            Map.of(
                    "deploy",
                    "run",
                    "start",
                    "run",
                    "serve",
                    "run",
                    "lint",
                    "check",
                    "validate",
                    "check",
                    "build",
                    "check",
                    "list",
                    "queues",
                    "send",
                    "put",
                    "receive",
                    "get");

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
                        .setUsageHelpAutoWidth(true)
                        .setColorScheme(
                                CommandLine.Help.defaultColorScheme(
                                        console.colours()
                                                ? CommandLine.Help.Ansi.ON
                                                : CommandLine.Help.Ansi.OFF))
                        .setOut(console.out())
                        .setErr(console.err());
        Thread.setDefaultUncaughtExceptionHandler((thread, e) -> uncaught(thread, e, console));
        line.setExecutionExceptionHandler(
                (thrown, command, parsed) -> ExitCode.report(thrown, console));
        line.setParameterExceptionHandler((wrong, given) -> usage(wrong, console));
        int code = execute(line, console, args);
        console.out().flush();
        console.err().flush();
        return code;
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
        console.report("millrace: " + PrintableText.line(text(wrong)));
        if (command.getParent() == null && !(wrong instanceof UnmatchedArgumentException)) {
            command.usage(console.err(), command.getColorScheme());
        } else {
            console.report("Try: ./" + command.getCommandSpec().qualifiedName(" ") + " --help");
        }
        return ExitCode.USAGE;
    }

    private static String text(ParameterException wrong) {
        CommandLine command = wrong.getCommandLine();
        if (wrong instanceof UnmatchedArgumentException unmatched && command.getParent() == null) {
            String name = unmatched.getUnmatched().getFirst();
            Set<String> known = command.getSubcommands().keySet();
            String hint =
                    OTHER.containsKey(name)
                            ? "did you mean " + OTHER.get(name) + "?"
                            : Problems.didYouMean(
                                    name, known, "commands are " + String.join(", ", known));
            return "unknown %s %s; %s"
                    .formatted(name.startsWith("-") ? "option" : "command", name, hint);
        }
        if (wrong instanceof UnmatchedArgumentException unmatched) {
            return unmatched(unmatched, command);
        }
        Matcher choice = CHOICE.matcher(wrong.getMessage());
        if (choice.matches()) {
            List<String> choices = List.of(choice.group(2).toLowerCase(Locale.ROOT).split(", "));
            return "%s must be one of %s (found %s)%s"
                    .formatted(
                            choice.group(1),
                            String.join(", ", choices),
                            choice.group(3),
                            similar(choice.group(3), choices));
        }
        Matcher number = CONVERSION.matcher(wrong.getMessage());
        if (!number.matches()) {
            return wrong.getMessage();
        }
        boolean fraction = number.group(3).equals("double");
        return "%s must be %s (found %s)"
                .formatted(
                        number.group(1),
                        fraction ? "a number, for example 1.5" : "an integer",
                        number.group(2));
    }

    private static String unmatched(UnmatchedArgumentException wrong, CommandLine command) {
        String found = wrong.getUnmatched().getFirst();
        if (found.startsWith("-")) {
            Set<String> options = command.getCommandSpec().optionsMap().keySet();
            return "unknown option " + found + similar(found, options);
        }
        return "unexpected argument: " + found;
    }

    /** Returns a hint to the most similar word; empty if none is similar. */
    private static String similar(String found, Collection<String> known) {
        String hint = Problems.didYouMean(found, known, "");
        return hint.isEmpty() ? "" : "; " + hint;
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
