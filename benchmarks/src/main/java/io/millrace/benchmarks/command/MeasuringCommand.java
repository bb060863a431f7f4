package io.millrace.benchmarks.command;

import io.millrace.benchmarks.report.ResultTable;
import io.millrace.benchmarks.result.Machine;
import io.millrace.benchmarks.result.ResultFile;
import io.millrace.benchmarks.result.ResultRow;
import io.millrace.benchmarks.result.RunResult;
import io.millrace.server.command.ExitCode;
import io.millrace.server.console.Console;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;

/** A command that measures, prints a table, and writes the result as JSON. */
abstract class MeasuringCommand implements Callable<Integer> {

    private static final Pattern UNQUOTED = Pattern.compile("[\\w./,:=+-]+");

    final Console console;
    @Spec private CommandSpec spec;

    @Option(
            names = "--json",
            paramLabel = "FILE",
            description =
                    "Also writes the result to this file, for bench report and bench compare.")
    private Path json;

    MeasuringCommand(Console console) {
        this.console = console;
    }

    /** Measures; returns null if the options request a list only. */
    abstract RunResult.Measured measure() throws Exception;

    /** Returns the exit code of a run. */
    int exitCode(RunResult result) {
        return ExitCode.OK;
    }

    @Override
    public final Integer call() throws Exception {
        Instant started = Instant.now();
        RunResult.Measured measured = measure();
        if (measured == null) {
            return ExitCode.OK;
        }
        RunResult result = RunResult.ended(spec.name(), arguments(), started, measured);
        ResultTable.of(result).print(console);
        Machine machine = result.machine();
        console.out()
                .printf(
                        Locale.ROOT,
                        "%n%s%n%n%s, %d cores, %s, forced write %.0f us %s; Millrace %s, Java %s;"
                                + " %.0f s%n%s%n",
                        ResultTable.LEGEND,
                        machine.cpu(),
                        machine.cores(),
                        machine.fileSystem(),
                        machine.forcedWriteMicros(),
                        machine.journal(),
                        result.software().commit(),
                        result.software().java(),
                        result.seconds(),
                        "again: ./millrace bench " + spec.name() + " " + result.arguments());
        if (json != null) {
            ResultFile.write(result, json);
        }
        return exitCode(result);
    }

    /** Returns the arguments after the command's name, quoted for a shell. */
    private String arguments() {
        return spec.commandLine().getParseResult().originalArgs().stream()
                .skip(1)
                .map(MeasuringCommand::quoted)
                .collect(Collectors.joining(" "));
    }

    private static String quoted(String argument) {
        return UNQUOTED.matcher(argument).matches()
                ? argument
                : "'" + argument.replace("'", "'\\''") + "'";
    }

    ParameterException usage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    /** Requires that an option has a minimum. */
    void requireAtLeast(long minimum, String option, long value) {
        if (value < minimum) {
            throw usage("%s must be %d or more (found %d)".formatted(option, minimum, value));
        }
    }

    Pattern pattern(String text) {
        try {
            return Pattern.compile(text);
        } catch (PatternSyntaxException e) {
            throw usage(text + " is not a regular expression: " + e.getDescription());
        }
    }

    void say(String line) {
        console.err().println(line);
        console.err().flush();
    }

    /** Reports the rows of one piece of work. */
    void progress(int done, int total, List<ResultRow> rows) {
        say(
                rows.stream()
                        .map(r -> "%s %.0f/s".formatted(r.who(), r.rate().perSecond()))
                        .collect(
                                Collectors.joining(
                                        ", ",
                                        "[%d/%d] %s: "
                                                .formatted(done, total, rows.getFirst().work()),
                                        "")));
    }
}
