package io.millrace.benchmarks.command;

import io.millrace.benchmarks.result.Machine;
import io.millrace.benchmarks.result.ResultRow;
import io.millrace.benchmarks.result.RunResult;
import io.millrace.benchmarks.sidebyside.Comparison;
import io.millrace.benchmarks.sidebyside.SideBySide;
import io.millrace.server.console.Console;

import picocli.CommandLine.Option;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A command whose contenders take turns in this virtual machine. */
abstract class TurnsCommand extends MeasuringCommand {

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "20",
            description = "Rounds of each comparison (default: ${DEFAULT-VALUE}).")
    private int rounds;

    @Option(
            names = "--slice",
            paramLabel = "MS",
            defaultValue = "50",
            description = "Milliseconds of each contender in a round (default: ${DEFAULT-VALUE}).")
    private int slice;

    @Option(
            names = "--warm-up",
            paramLabel = "MS",
            defaultValue = "1500",
            description =
                    "Milliseconds of each contender before the first round (default:"
                            + " ${DEFAULT-VALUE}).")
    private int warmUp;

    TurnsCommand(Console console) {
        super(console);
    }

    /** Returns the comparisons to measure; null if the options request a list only. */
    abstract List<Comparison> comparisons();

    @Override
    final RunResult.Measured measure() throws Exception {
        requireAtLeast(1, "--rounds", rounds);
        requireAtLeast(1, "--slice", slice);
        requireAtLeast(0, "--warm-up", warmUp);
        List<Comparison> comparisons = comparisons();
        if (comparisons == null) {
            return null;
        }
        SideBySide turns = new SideBySide(warmUp, rounds, slice);
        List<ResultRow> rows = new ArrayList<>();
        for (int i = 0; i < comparisons.size(); i++) {
            List<ResultRow> some = turns.measure(comparisons.get(i));
            progress(i + 1, comparisons.size(), some);
            rows.addAll(some);
        }
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        return new RunResult.Measured(rows, Machine.here(temporary, ""), "");
    }
}
