package io.millrace.server.command;

import io.millrace.server.console.Console;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.util.concurrent.Callable;

/** A command that returns its exit code. {@link Program} sets its console. */
@Command(mixinStandardHelpOptions = true)
abstract class ConsoleCommand implements Callable<Integer> {

    Console console;

    @Spec private CommandSpec spec;

    /** Returns the program with all its commands. */
    final CommandLine root() {
        return spec.root().commandLine();
    }

    /** Whether the user specified an option. */
    final boolean isGiven(String option) {
        return spec.commandLine().getParseResult().hasMatchedOption(option);
    }

    /** Returns an exception for wrong arguments. Its report refers to the usage help. */
    final ParameterException wrongUsage(String text) {
        return new ParameterException(spec.commandLine(), text);
    }
}
