package io.millrace.benchmarks.command;

import io.millrace.benchmarks.compare.Change;
import io.millrace.benchmarks.compare.Comparison;
import io.millrace.benchmarks.compare.Verdict;
import io.millrace.benchmarks.result.ResultFile;
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
import java.util.Locale;
import java.util.concurrent.Callable;

/** {@code millrace bench compare}. */
@Command(
        name = "compare",
        mixinStandardHelpOptions = true,
        description = {
            "Tells what became slower or faster between two result files, beyond the noise.",
            "A row is compared by its ratio to the bare loop of the same run; without a bare loop"
                    + " by its rate, if the machine is the same. Slower or faster is what the 99 %%"
                    + " confidence interval of the rounds leaves no doubt of, and is at least"
                    + " --tolerance.",
            "Exit code 1 if something is slower."
        },
        footer = {
            "",
            "Example:  ./millrace bench compare benchmarks/results/node-costs.json new.json"
        })
public final class CompareCommand implements Callable<Integer> {

    private final Console console;

    @Spec private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "OLD", description = "The result file before.")
    private Path old;

    @Parameters(index = "1", paramLabel = "NEW", description = "The result file after.")
    private Path now;

    @Option(
            names = "--tolerance",
            paramLabel = "PERCENT",
            defaultValue = "5",
            description = "The least change that counts, in percent (default: ${DEFAULT-VALUE}).")
    private double tolerance;

    @Option(names = "--all", description = "Shows rows within the noise too.")
    private boolean all;

    public CompareCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (!(tolerance >= 0 && tolerance < 100)) {
            throw new ParameterException(
                    spec.commandLine(), "--tolerance is 0 to 100, found " + tolerance);
        }
        Comparison comparison =
                Comparison.of(ResultFile.read(old), ResultFile.read(now), tolerance / 100);
        Table table =
                new Table(
                        "scenario",
                        "bytes",
                        "persistent",
                        "who",
                        "compared",
                        "old",
                        "new",
                        "change %",
                        "interval %",
                        "verdict");
        for (Change change : comparison.changes()) {
            if (all || change.verdict() != Verdict.NOISE) {
                row(table, change);
            }
        }
        if (!table.isEmpty()) {
            table.print(console);
        }
        summary(comparison);
        return comparison.count(Verdict.SLOWER) > 0 ? ExitCode.ERRORS : ExitCode.OK;
    }

    private void row(Table table, Change change) {
        boolean judged = change.verdict() != Verdict.NOT_JUDGED;
        table.row(
                change.work().scenarioId(),
                change.work().sizeBytes(),
                change.work().persistent() ? "yes" : "no",
                change.who(),
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
        StringBuilder words = new StringBuilder();
        for (Verdict verdict : Verdict.values()) {
            words.append(words.isEmpty() ? "" : ", ")
                    .append(comparison.count(verdict))
                    .append(' ')
                    .append(verdict);
        }
        console.err().println(words);
        if (comparison.gone() > 0 || comparison.added() > 0) {
            console.err()
                    .println(
                            Console.count(comparison.gone(), "row")
                                    + " only in the old file, "
                                    + Console.count(comparison.added(), "row")
                                    + " only in the new one");
        }
        if (!comparison.sameMachine()) {
            console.err()
                    .println(
                            "the machines differ: rows without a bare loop beside them are not"
                                    + " judged");
        }
    }
}
