package io.millrace.benchmarks.command;

import picocli.CommandLine.Model.CommandSpec;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What was typed behind a command's name, as a shell takes it again. */
final class Typed {

    private static final Pattern PLAIN = Pattern.compile("[\\w./,:=+-]+");

    private Typed() {}

    static String behind(CommandSpec command) {
        List<String> all = command.commandLine().getParseResult().originalArgs();
        return all.stream().skip(1).map(Typed::quoted).collect(Collectors.joining(" "));
    }

    private static String quoted(String argument) {
        return PLAIN.matcher(argument).matches()
                ? argument
                : "'" + argument.replace("'", "'\\''") + "'";
    }
}
