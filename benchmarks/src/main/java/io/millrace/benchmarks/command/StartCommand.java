package io.millrace.benchmarks.command;

import io.millrace.benchmarks.drive.ScratchFolder;
import io.millrace.benchmarks.result.Machine;
import io.millrace.benchmarks.result.Rate;
import io.millrace.benchmarks.result.ResultRow;
import io.millrace.benchmarks.result.RunResult;
import io.millrace.benchmarks.result.Work;
import io.millrace.benchmarks.start.Queues;
import io.millrace.benchmarks.start.Starts;
import io.millrace.server.console.Console;

import org.apache.commons.math3.stat.StatUtils;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** {@code millrace bench start}. */
@Command(
        name = "start",
        mixinStandardHelpOptions = true,
        description = {
            "Measures the time from the launcher (./millrace run) to the first processed message:"
                + " one process for each start, with queues in memory, in a home folder that was"
                + " used before, and in a new one, in turns.",
            "The first start of each kind is not measured: it builds Millrace if needed, and fills"
                    + " the machine's file cache."
        },
        footer = {"", "Example:  ./millrace bench start --runs 20"})
public final class StartCommand extends MeasuringCommand {

    @Mixin private StoreFolder folder;

    @Option(
            names = "--runs",
            paramLabel = "N",
            defaultValue = "9",
            description = "Starts of each kind (default: ${DEFAULT-VALUE}).")
    private int runs;

    @Option(
            names = "--launcher",
            paramLabel = "FILE",
            description = "The launcher; default: millrace in Millrace's folder.")
    private Path launcher = Path.of(System.getProperty("millrace.root", ""), "millrace");

    public StartCommand(Console console) {
        super(console);
    }

    @Override
    RunResult.Measured measure() throws Exception {
        requireAtLeast(1, "--runs", runs);
        Map<Queues, List<Double>> seconds = new EnumMap<>(Queues.class);
        try (ScratchFolder scratch = ScratchFolder.in(folder.path)) {
            Starts starts =
                    new Starts(List.of(launcher.toAbsolutePath().toString()), scratch.path());
            for (int i = 0; i <= runs; i++) {
                say(i == 0 ? "warming up ..." : "run " + i + " of " + runs);
                for (Queues queues : Queues.values()) {
                    double took = starts.once(queues).toNanos() / 1e9;
                    if (i > 0) {
                        seconds.computeIfAbsent(queues, q -> new ArrayList<>()).add(took);
                    }
                }
            }
            return new RunResult.Measured(
                    seconds.entrySet().stream().map(e -> row(e.getKey(), e.getValue())).toList(),
                    Machine.here(scratch.path(), ""),
                    "");
        }
    }

    private static ResultRow row(Queues queues, List<Double> seconds) {
        double[] values = seconds.stream().mapToDouble(Double::doubleValue).toArray();
        return new ResultRow(
                new Work("start-" + queues.word(), "", "XML", queues != Queues.MEMORY, 0),
                ResultRow.MILLRACE,
                1,
                StatUtils.sum(values),
                Rate.of(seconds.stream().map(s -> 1 / s).toList()),
                null,
                null,
                null,
                Map.of(
                        "medianSeconds", StatUtils.percentile(values, 50),
                        "slowestSeconds", StatUtils.max(values)));
    }
}
