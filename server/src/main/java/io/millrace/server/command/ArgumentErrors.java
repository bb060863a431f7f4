package io.millrace.server.command;

import io.millrace.engine.error.Problems;

import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A formatter of messages about invalid arguments, which replaces that of picocli. */
final class ArgumentErrors {

    /**
     * Pattern of picocli's message about an invalid value. The reason comes from a converter or is
     * one of the following.
     */
    private static final Pattern INVALID =
            Pattern.compile(
                    "Invalid value for (?:option '(--?[\\w-]+)'|"
                            + "positional parameter at index \\S+ \\((.*?)\\)).*?: (.*)",
                    Pattern.DOTALL);

    private static final Pattern CONVERSION =
            Pattern.compile("'(.*)' is not an? (\\w+)", Pattern.DOTALL);

    private static final Pattern CHOICE =
            Pattern.compile("expected one of \\[(.*)] .*but was '(.*)'", Pattern.DOTALL);

    /** Commands of other programs, with the Millrace commands that have the same purpose. */
    private static final Map<String, String> OTHER =
            Map.of(
                    "serve",
                    "server",
                    "lint",
                    "check",
                    "validate",
                    "check",
                    "build",
                    "check",
                    "send",
                    "put",
                    "receive",
                    "get",
                    "help",
                    "--help");

    /** Maximum number of commands with an option that a message lists. */
    private static final int MAX_OTHERS = 3;

    private ArgumentErrors() {}

    /**
     * Converts a string to a path. Rejects an empty string, which is usually the result of an empty
     * shell variable.
     */
    static Path path(String text) {
        if (text.isEmpty()) {
            throw new TypeConversionException("must not be empty");
        }
        if (text.startsWith("~/")) {
            throw new TypeConversionException(
                    "must be a path (found "
                            + text
                            + "); the shell replaces ~ only at the"
                            + " beginning of a word");
        }
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new TypeConversionException("must be a path (found " + text + ")");
        }
    }

    /**
     * Returns an error message with the value found, the values expected and the nearest known
     * word.
     */
    static String text(ParameterException wrong) {
        return switch (wrong) {
            case UnmatchedArgumentException e -> unmatched(e, e.getCommandLine());
            case MissingParameterException e -> missing(e);
            case OverwrittenOptionException e ->
                    "%s must be specified only once".formatted(name(e.getOverwritten()));
            default -> invalid(wrong.getMessage());
        };
    }

    private static String unmatched(UnmatchedArgumentException wrong, CommandLine command) {
        String found = wrong.getUnmatched().getFirst();
        boolean option = found.startsWith("-");
        if (command.getParent() != null) {
            Set<String> options = command.getCommandSpec().optionsMap().keySet();
            return option
                    ? "unknown option " + found + otherPlace(found, command, options)
                    : "unexpected argument: " + found + commandFor(found, command);
        }
        Set<String> known = command.getSubcommands().keySet();
        String hint =
                OTHER.containsKey(found)
                        ? "did you mean " + OTHER.get(found) + "?"
                        : option
                                ? "options follow the command: millrace COMMAND " + found
                                : Problems.didYouMean(
                                        found, known, "commands are " + String.join(", ", known));
        return "unknown %s %s; %s".formatted(option ? "option" : "command", found, hint);
    }

    /** Returns a hint to the option or file setting that the user probably meant. */
    private static String otherPlace(String found, CommandLine command, Set<String> options) {
        String initial =
                options.stream()
                        .filter(o -> found.length() == 2 && o.startsWith("-" + found))
                        .sorted()
                        .collect(Collectors.joining(" or "));
        if (!initial.isEmpty()) {
            return "; did you mean " + initial + "?";
        }
        if (found.equals("--headers") && command.getCommandName().equals("put")) {
            return "; put reads the headers of FILE from NAME.headers.yaml in the same folder";
        }
        boolean isPort = found.equals("--port") && options.contains("--config");
        if (isPort) {
            return "; set administration: {port: N} in broker.yaml, and specify it with --config";
        }
        for (ArgSpec argument : command.getCommandSpec().positionalParameters()) {
            String label = argument.paramLabel().replaceAll("[\\[\\]]", "");
            if (found.equalsIgnoreCase("--" + label)) {
                return "; specify %s without %s".formatted(label, found);
            }
        }
        List<String> others = commandsWith(found, command);
        // An option of other commands is not a misspelling of --version or --help.
        Set<String> candidates = new LinkedHashSet<>(options);
        if (!others.isEmpty()) {
            candidates.removeAll(Set.of("--version", "--help"));
        }
        String similar = similar(found, candidates);
        return similar.isEmpty() ? otherCommands(found, others) : similar;
    }

    /**
     * Returns a hint to the commands that have an option; empty if no command or more than {@value
     * #MAX_OTHERS} commands have it.
     */
    private static String otherCommands(String option, List<String> others) {
        return others.isEmpty() || others.size() > MAX_OTHERS
                ? ""
                : "; %s is an option of ./millrace %s"
                        .formatted(option, String.join(", ./millrace ", others));
    }

    /** Returns the names of the commands that have an option. */
    private static List<String> commandsWith(String option, CommandLine command) {
        CommandLine root = command;
        while (root.getParent() != null) {
            root = root.getParent();
        }
        List<String> names = new ArrayList<>();
        addCommandsWith(option, root, names);
        return names;
    }

    private static void addCommandsWith(String option, CommandLine command, List<String> names) {
        for (CommandLine one : new LinkedHashSet<>(command.getSubcommands().values())) {
            if (one.getCommandSpec().findOption(option) != null) {
                names.add(one.getCommandSpec().qualifiedName().replaceFirst("^\\S+ ", ""));
            }
            addCommandsWith(option, one, names);
        }
    }

    /** Returns a hint to the command or option that a surplus argument is probably for. */
    private static String commandFor(String found, CommandLine command) {
        Set<String> commands = command.getSubcommands().keySet();
        if (commands.isEmpty()) {
            return optionFor(found, command);
        }
        String near = Problems.didYouMean(found, commands);
        if (found.equals("list")) {
            return "; did you mean %s without an argument?".formatted(command.getCommandName());
        }
        boolean isOption = command.getCommandSpec().findOption("--" + found) != null;
        if (near.isEmpty() && commands.contains("show") && !isOption) {
            return "; did you mean %s show %s?".formatted(command.getCommandName(), found);
        }
        return near.isEmpty() ? optionFor(found, command) : "; " + near;
    }

    /** Returns a hint to the option that a surplus argument is probably for; empty if unknown. */
    private static String optionFor(String found, CommandLine command) {
        OptionSpec named = command.getCommandSpec().findOption("--" + found);
        if (named != null && isFree("--" + found, command)) {
            String value = named.arity().max() == 0 ? "" : " " + named.paramLabel();
            return "; did you mean --" + found + value + "?";
        }
        Path path = Path.of(found);
        String option =
                HomeFolder.isHome(path) ? "--home" : Files.isRegularFile(path) ? "--message" : "";
        if (isFree(option, command)) {
            return "; did you mean " + option + " " + found + "?";
        }
        return command.getCommandName().equals("server") && Files.isDirectory(path)
                ? "; start the server, then use ./millrace deploy " + found
                : "";
    }

    /** Whether a command has an option that was not specified. */
    private static boolean isFree(String name, CommandLine command) {
        OptionSpec option = command.getCommandSpec().findOption(name);
        return option != null && option.originalStringValues().isEmpty();
    }

    private static String missing(MissingParameterException wrong) {
        ArgSpec first = wrong.getMissing().isEmpty() ? null : wrong.getMissing().getFirst();
        if (first instanceof OptionSpec option) {
            return option.required()
                    ? "missing option: " + name(option)
                    : "missing value: %s %s".formatted(name(option), option.paramLabel());
        }
        return first == null ? wrong.getMessage() : "missing argument: " + first.paramLabel();
    }

    private static String invalid(String message) {
        Matcher invalid = INVALID.matcher(message);
        if (!invalid.matches()) {
            return message;
        }
        String name = invalid.group(1) == null ? invalid.group(2) : invalid.group(1);
        String reason = invalid.group(3);
        Matcher choice = CHOICE.matcher(reason);
        if (choice.matches()) {
            List<String> choices = List.of(choice.group(1).toLowerCase(Locale.ROOT).split(", "));
            return "%s must be one of %s (found %s)%s"
                    .formatted(
                            name,
                            String.join(", ", choices),
                            choice.group(2),
                            similar(choice.group(2), choices));
        }
        Matcher conversion = CONVERSION.matcher(reason);
        if (!conversion.matches()) {
            return name + " " + reason;
        }
        String found = conversion.group(1);
        if (name.equals("--ccsid")) {
            return name
                    + " must be the number of a known code page, such as 37, 819 or 1208 (found "
                    + found
                    + ")";
        }
        return switch (conversion.group(2)) {
            case "boolean" -> "%s must not have a value (found %s)".formatted(name, found);
            case "double" ->
                    "%s must be a number, for example 1.5 (found %s)".formatted(name, found);
            case "int" -> integer(name, found, Integer.MAX_VALUE);
            default -> integer(name, found, Long.MAX_VALUE);
        };
    }

    private static String integer(String name, String found, long most) {
        String range =
                found.matches("[+-]?\\d+") ? " between %d and %d".formatted(-most - 1, most) : "";
        return "%s must be an integer%s (found %s)"
                .formatted(name, range, found.isEmpty() ? "nothing" : found);
    }

    private static String name(ArgSpec argument) {
        return argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
    }

    /** Returns a hint to the most similar word; empty if none is similar. */
    private static String similar(String found, Collection<String> known) {
        String hint = Problems.didYouMean(found, known, "");
        return hint.isEmpty() ? "" : "; " + hint;
    }
}
