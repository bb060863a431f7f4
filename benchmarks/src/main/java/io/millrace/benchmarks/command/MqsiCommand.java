package io.millrace.benchmarks.command;

import io.millrace.benchmarks.drive.Place;
import io.millrace.benchmarks.drive.ScratchFolder;
import io.millrace.benchmarks.mqsi.Books;
import io.millrace.benchmarks.mqsi.Bound;
import io.millrace.benchmarks.mqsi.Case;
import io.millrace.benchmarks.mqsi.Cases;
import io.millrace.benchmarks.mqsi.Sweep;
import io.millrace.benchmarks.result.Machine;
import io.millrace.benchmarks.result.ResultRow;
import io.millrace.benchmarks.result.RunResult;
import io.millrace.engine.error.Problems;
import io.millrace.engine.queue.QueueStoreSettings.Journal;
import io.millrace.flows.Broker;
import io.millrace.server.command.ExitCode;
import io.millrace.server.console.Console;

import org.apache.commons.math3.stat.StatUtils;

import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** {@code millrace bench mqsi}. */
@Command(
        name = "mqsi",
        mixinStandardHelpOptions = true,
        description = {
            "Runs the test cases of the report on MQSI V1.1 for AIX (Figures 3, 7 and 8): programs"
                + " read files of records and put them to queues, flows with a rule for each type"
                + " produce records of 226 bytes, and programs write files.",
            "The cases differ in queue managers (brokers with their own journals, in this process),"
                + " queues, instances, units of work, the cache of queues and the depth of queues."
                + " They take turns. The records of each case must balance: read = written +"
                + " dropped + failed; otherwise the exit code is 1."
        },
        footer = {
            "",
            "Examples:  ./millrace bench mqsi --quick --json mqsi.json",
            "           ./millrace bench mqsi --case C2 --case C2t6"
        })
public final class MqsiCommand extends MeasuringCommand {

    private static final double QUICK = 0.05;
    private static final int CALIBRATIONS = 3;
    private static final double WARM_UP_SHARE = 0.03;

    @ArgGroup(exclusive = true)
    private Extent extent = new Extent();

    static final class Extent {

        @Option(
                names = "--quick",
                description =
                        "A twentieth of the report's records; all cases in less than ten minutes."
                                + " This is the default without --case.")
        private boolean quick;

        @Option(
                names = "--full",
                description =
                        "The report's records: 112,000, and 1.12 to 2 million. This is the default"
                                + " with --case; all cases take about two hours.")
        private boolean full;

        @Option(
                names = "--records",
                paramLabel = "N",
                description =
                        "Number of records where the report has 112,000, and in proportion where it"
                                + " has more.")
        private Integer records;
    }

    @Mixin private StoreFolder folder;

    @Option(
            names = "--case",
            paramLabel = "ID",
            description = "Only this case of the report, for example C2t3_40; repeatable.")
    private List<String> ids = List.of();

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "3",
            description =
                    "Rounds of each case (default: ${DEFAULT-VALUE}); cases with more than 112,000"
                            + " records in the report have one.")
    private int rounds;

    @Option(
            names = "--warm-up",
            paramLabel = "SECONDS",
            defaultValue = "20",
            description = "Warm-up of all cases in turns (default: ${DEFAULT-VALUE}).")
    private int warmUp;

    public MqsiCommand(Console console) {
        super(console);
    }

    @Override
    RunResult.Measured measure() throws Exception {
        requireAtLeast(1, "--rounds", rounds);
        requireAtLeast(0, "--warm-up", warmUp);
        requireAtLeast(1, "--records", extent.records == null ? 1 : extent.records);
        List<Case> cases = chosen().stream().map(test -> test.share(share())).toList();
        try (ScratchFolder scratch = ScratchFolder.in(folder.path)) {
            Path path = scratch.path();
            int syncMicros = syncMicros(path);
            Journal standard = Journal.DEFAULT;
            Sweep sweep =
                    new Sweep(
                            path,
                            new Journal(syncMicros, standard.force(), standard.diskFullPercent()));
            if (warmUp > 0) {
                say("warming up for " + warmUp + " s ...");
                sweep.warmUp(
                        cases.stream().map(test -> test.share(WARM_UP_SHARE)).toList(),
                        Duration.ofSeconds(warmUp));
            }
            int total = Sweep.runs(cases, rounds);
            AtomicInteger done = new AtomicInteger();
            List<ResultRow> rows =
                    sweep.measure(
                            cases,
                            rounds,
                            (test, books) ->
                                    say(
                                            "[%d/%d] %s: %s"
                                                    .formatted(
                                                            done.incrementAndGet(),
                                                            total,
                                                            test.id(),
                                                            books)));
            return new RunResult.Measured(rows, Machine.here(path, Place.journal(syncMicros)), "");
        }
    }

    /**
     * Returns the wait time of all stores: the median of the values that several of them calibrate.
     */
    private static int syncMicros(Path place) {
        double[] micros =
                IntStream.range(0, CALIBRATIONS)
                        .mapToDouble(
                                i -> {
                                    Path home = place.resolve("calibration-" + i);
                                    Broker.builder().home(home).start().close();
                                    return Place.calibrated(home);
                                })
                        .toArray();
        return (int) StatUtils.percentile(micros, 50);
    }

    private double share() {
        if (extent.records != null) {
            return (double) extent.records / Cases.STANDARD_RECORDS;
        }
        return extent.full || !ids.isEmpty() && !extent.quick ? 1 : QUICK;
    }

    private List<Case> chosen() {
        List<String> known = Cases.all().stream().map(Case::id).toList();
        for (String id : ids) {
            if (!known.contains(id)) {
                String hint = Problems.didYouMean(id, known);
                throw usage(
                        "unknown case %s; %s"
                                .formatted(id, hint.isEmpty() ? "cases are " + known : hint));
            }
        }
        return Cases.all().stream()
                .filter(test -> ids.isEmpty() || ids.contains(test.id()))
                .toList();
    }

    @Override
    int exitCode(RunResult result) {
        int code = ExitCode.OK;
        for (ResultRow row : result.rows()) {
            String id = row.work().scenarioId();
            say(id + ": bound by " + Bound.of(row));
            Books books = Books.of(row);
            if (!books.balance()) {
                code = ExitCode.ERRORS;
                long missing = books.read() - books.written() - books.dropped() - books.failed();
                say(
                        "%s: %s; %d are missing, %.0f of them are still on queues"
                                .formatted(
                                        console.red(id + " does not balance"),
                                        books,
                                        missing,
                                        row.extra().get("left")));
            }
        }
        return code;
    }
}
