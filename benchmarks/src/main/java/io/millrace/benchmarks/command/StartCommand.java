package io.millrace.benchmarks.command;

import io.millrace.benchmarks.drive.ScratchFolder;
import io.millrace.benchmarks.result.Machine;
import io.millrace.benchmarks.result.Rate;
import io.millrace.benchmarks.result.ResultFile;
import io.millrace.benchmarks.result.ResultRow;
import io.millrace.benchmarks.result.RunResult;
import io.millrace.benchmarks.result.Software;
import io.millrace.benchmarks.result.Work;
import io.millrace.benchmarks.start.Queues;
import io.millrace.benchmarks.start.Starts;
import io.millrace.server.command.ExitCode;
import io.millrace.server.console.Console;
import io.millrace.server.console.Table;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;

/** {@code millrace bench start}. */
@Command(
        name = "start",
        mixinStandardHelpOptions = true,
        description = {
            "Measures how long it takes from the launcher (./millrace run) to the first message"
                    + " processed: a process of its own each time, with queues in memory, in a"
                    + " home folder that was used before, and in a new one, in turns.",
            "Once each before it is measured: Millrace is built then where it was not, and its"
                    + " files are in the machine's memory."
        },
        footer = {"", "Example:  ./millrace bench start --runs 20"})
public final class StartCommand implements Callable<Integer> {

    private static final double NANOS = 1e9;
    private static final double GOAL = 1.5;

    private final Console console;

    @Spec private CommandSpec spec;

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

    @Option(
            names = "--folder",
            paramLabel = "FOLDER",
            description =
                    "Where home folders are made and deleted afterwards. Default:"
                            + " benchmarks/target of Millrace's folder.")
    private Path folder = Path.of(System.getProperty("millrace.root", ""), "benchmarks", "target");

    @Option(
            names = "--json",
            paramLabel = "FILE",
            description = "Writes the results there too, for bench report and bench compare.")
    private Path json;

    public StartCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        if (runs < 1) {
            throw new ParameterException(spec.commandLine(), "--runs is at least 1");
        }
        Instant started = Instant.now();
        Map<Queues, List<Double>> seconds = new EnumMap<>(Queues.class);
        Machine machine;
        try (ScratchFolder scratch = ScratchFolder.in(folder)) {
            machine = Machine.here(scratch.path(), "");
            Starts starts =
                    new Starts(List.of(launcher.toAbsolutePath().toString()), scratch.path());
            for (int i = 0; i <= runs; i++) {
                console.err().println(i == 0 ? "warming up ..." : "run " + i + " of " + runs);
                for (Queues queues : Queues.values()) {
                    Duration took = starts.once(queues);
                    if (i > 0) {
                        seconds.computeIfAbsent(queues, q -> new ArrayList<>())
                                .add(took.toNanos() / NANOS);
                    }
                }
            }
        }
        print(seconds);
        if (json != null) {
            ResultFile.write(
                    new RunResult(
                            "start",
                            Typed.behind(spec),
                            started,
                            Duration.between(started, Instant.now()).toMillis() / 1e3,
                            Software.here(),
                            machine,
                            seconds.entrySet().stream()
                                    .map(e -> row(e.getKey(), e.getValue()))
                                    .toList()),
                    json);
        }
        return ExitCode.OK;
    }

    private static ResultRow row(Queues queues, List<Double> seconds) {
        boolean kept = queues != Queues.MEMORY;
        return new ResultRow(
                new Work("start-" + queues.word(), "", "XML", kept, 0),
                ResultRow.MILLRACE,
                1,
                Rate.of(seconds.stream().map(s -> 1 / s).toList()),
                null,
                null,
                null,
                Map.of("medianSeconds", quantile(seconds, 0.5)));
    }

    private void print(Map<Queues, List<Double>> all) {
        Table table = new Table("queues", "first message, s", "quartiles", "slowest", "goal");
        all.forEach(
                (queues, seconds) ->
                        table.row(
                                queues.word(),
                                text(quantile(seconds, 0.5)),
                                text(quantile(seconds, 0.25))
                                        + " to "
                                        + text(quantile(seconds, 0.75)),
                                text(quantile(seconds, 1)),
                                quantile(seconds, 0.5) <= GOAL ? "1.5 met" : "1.5 missed"));
        table.print(console);
    }

    private static String text(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }

    /** The value that a part of them do not exceed. */
    private static double quantile(List<Double> values, double part) {
        List<Double> sorted = values.stream().sorted().toList();
        return sorted.get((int) Math.round(part * (sorted.size() - 1)));
    }
}
