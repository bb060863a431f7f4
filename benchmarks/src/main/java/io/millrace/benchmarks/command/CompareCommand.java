package io.millrace.benchmarks.command;

import io.millrace.benchmarks.compare.Comparison;
import io.millrace.benchmarks.compare.Comparison.Change;
import io.millrace.benchmarks.compare.Comparison.Verdict;
import io.millrace.benchmarks.result.ResultFile;
import io.millrace.benchmarks.result.Work;
import io.millrace.server.command.ExitCode;
import io.millrace.server.console.Console;
import io.millrace.server.console.Table;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

/** {@code millrace bench compare}. */
@Command(
        name = "compare",
        mixinStandardHelpOptions = true,
        description = {
            "Compares two result files and prints rows that became slower or faster, beyond the"
                    + " noise.",
            "A row is compared by its ratio to the bare loop of the same run; without a bare loop"
                + " by its rate, if the machine is the same. A row is slower or faster if the 99 %%"
                + " confidence interval of the rounds excludes 1 and the change is at least"
                + " --tolerance.",
            "Exit code 1 if a row is slower."
        },
        footer = {
            "",
            "Example:  ./millrace bench compare benchmarks/results/node-costs.json new.json"
        })
public final class CompareCommand implements Callable<Integer> {

    private final Console console;
    @Spec private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "OLD", description = "Result file before the change.")
    private Path old;

    @Parameters(index = "1", paramLabel = "NEW", description = "Result file after the change.")
    private Path now;

    @Option(
            names = "--tolerance",
            paramLabel = "PERCENT",
            defaultValue = "5",
            description = "Smallest change that counts, in percent (default: ${DEFAULT-VALUE}).")
    private double tolerance;

    @Option(names = "--all", description = "Also prints rows within the noise.")
    private boolean all;

    public CompareCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (!(tolerance >= 0 && tolerance < 100)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--tolerance must be from 0 to less than 100 (found " + tolerance + ")");
        }
        Comparison comparison =
                Comparison.of(ResultFile.read(old), ResultFile.read(now), tolerance / 100);
        Table table =
                new Table(
                        "work",
                        "who",
                        "compared",
                        "old",
                        "new",
                        "change %",
                        "interval %",
                        "verdict");
        comparison.changes().stream()
                .filter(change -> all || change.verdict() != Verdict.WITHIN_THE_NOISE)
                .forEach(change -> add(table, change));
        if (!table.isEmpty()) {
            table.print(console);
        }
        summary(comparison);
        return comparison.count(Verdict.SLOWER) > 0 ? ExitCode.ERRORS : ExitCode.OK;
    }

    private static void add(Table table, Change change) {
        boolean judged = change.verdict() != Verdict.NOT_JUDGED;
        Work work = change.row().work();
        table.row(
                work,
                change.row().who(),
                change.measure(),
                figure(change.before()),
                figure(change.after()),
                percent(change.factor()),
                judged ? percent(change.low()) + " to " + percent(change.high()) : "",
                change.verdict());
    }

    private static String figure(double value) {
        return String.format(Locale.ROOT, value >= 100 ? "%.0f" : "%.3f", value);
    }

    private static String percent(double factor) {
        return String.format(Locale.ROOT, "%+.1f", 100 * (factor - 1));
    }

    private void summary(Comparison comparison) {
        console.err()
                .println(
                        Arrays.stream(Verdict.values())
                                .map(verdict -> comparison.count(verdict) + " " + verdict)
                                .collect(Collectors.joining(", ")));
        if (comparison.gone() + comparison.added() > 0) {
            console.err()
                    .printf(
                            "%s only in the old file, %s only in the new file%n",
                            Console.count(comparison.gone(), "row"),
                            Console.count(comparison.added(), "row"));
        }
        if (!comparison.sameMachine()) {
            console.err().println("the machines differ: rows without a bare loop are not judged");
        }
    }
}
