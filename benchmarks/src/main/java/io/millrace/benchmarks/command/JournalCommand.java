package io.millrace.benchmarks.command;

import io.millrace.benchmarks.drive.JournalSweep;
import io.millrace.benchmarks.result.Machine;
import io.millrace.benchmarks.result.ResponseTimes;
import io.millrace.benchmarks.result.ResultFile;
import io.millrace.benchmarks.result.ResultRow;
import io.millrace.benchmarks.result.RunResult;
import io.millrace.benchmarks.result.Software;
import io.millrace.benchmarks.scenario.Scenarios;
import io.millrace.engine.queue.QueueStoreSettings;
import io.millrace.server.command.ExitCode;
import io.millrace.server.console.Console;
import io.millrace.server.console.Table;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;

/** {@code millrace bench journal}. */
@Command(
        name = "journal",
        mixinStandardHelpOptions = true,
        description = {
            "Measures how long a commit should wait for others to share its forced write"
                    + " (syncMicros in broker.yaml): the time that is calibrated on this disk,"
                    + " Artemis' own, and others.",
            "MQInput to MQOutput, persistent messages of 1 KB, by a flow with one instance, and"
                    + " by a bare loop that commits each message, in turns over the same broker."
        },
        footer = {"", "Example:  ./millrace bench journal --clients 60 --micros 100,300"})
public final class JournalCommand implements Callable<Integer> {

    private static final String CALIBRATED = "calibrated";
    private static final int ARTEMIS_DEFAULT = 3_333;
    private static final double MICROS_PER_MILLI = 1e3;

    private final Console console;

    @Spec private CommandSpec spec;

    @Option(
            names = "--micros",
            paramLabel = "N",
            split = ",",
            defaultValue = "50,100,200,300,500,1000",
            description =
                    "Microseconds to try beside the calibrated time and Artemis' own of 3333"
                            + " (default: ${DEFAULT-VALUE}).")
    private List<Integer> micros;

    @Option(
            names = "--clients",
            paramLabel = "N",
            defaultValue = "15",
            description = "Driving clients: 15 or 60 (default: ${DEFAULT-VALUE}).")
    private int clients;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "3",
            description = "Rounds, each with a new broker (default: ${DEFAULT-VALUE}).")
    private int rounds;

    @Option(
            names = "--millis",
            paramLabel = "N",
            defaultValue = "1000",
            description =
                    "How long each works at a time, in milliseconds; twice in a round (default:"
                            + " ${DEFAULT-VALUE}).")
    private int millis;

    @Option(
            names = "--folder",
            paramLabel = "FOLDER",
            description =
                    "Where stores are made and deleted afterwards; its disk is what is measured."
                            + " Default: benchmarks/target of Millrace's folder.")
    private Path folder = Path.of(System.getProperty("millrace.root", ""), "benchmarks", "target");

    @Option(
            names = "--json",
            paramLabel = "FILE",
            description = "Writes the results there too, for bench report and bench compare.")
    private Path json;

    public JournalCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        check();
        Map<String, Integer> settings = new LinkedHashMap<>();
        settings.put(CALIBRATED, QueueStoreSettings.Journal.CALIBRATE);
        micros.forEach(m -> settings.put(m + "us", m));
        settings.put(ARTEMIS_DEFAULT + "us", ARTEMIS_DEFAULT);
        Instant started = Instant.now();
        Progress progress = new Progress(console, settings.size() * rounds);
        JournalSweep sweep =
                new JournalSweep(
                        folder,
                        Scenarios.of("mqinput-mqoutput" + (clients == 15 ? "" : "-60-clients")),
                        rounds,
                        Duration.ofMillis(millis));
        var measured = sweep.measure(settings, (name, rows) -> progress.measured(rows));
        progress.done();
        print(measured);
        if (json != null) {
            write(measured, started);
        }
        return ExitCode.OK;
    }

    private void check() {
        if (clients != 15 && clients != 60) {
            throw new ParameterException(
                    spec.commandLine(), "--clients takes 15 or 60, and here is " + clients);
        }
        if (rounds < 1 || millis < 1 || micros.stream().anyMatch(m -> m < 1)) {
            throw new ParameterException(
                    spec.commandLine(), "rounds, milliseconds and microseconds are at least 1");
        }
    }

    private void print(Map<String, JournalSweep.Setting> measured) {
        Table table =
                new Table(
                        "waits",
                        "us",
                        "millrace/s",
                        "+-%",
                        "bare/s",
                        "+-%",
                        "of bare",
                        "p50 ms",
                        "p99");
        double best = 0;
        String name = "";
        for (var entry : measured.entrySet()) {
            ResultRow flow = entry.getValue().rows().get(0);
            ResultRow bare = entry.getValue().rows().get(1);
            double rate = flow.rate().perSecond();
            ResponseTimes times = flow.closed();
            table.row(
                    entry.getKey(),
                    entry.getValue().syncMicros(),
                    text("%.0f", rate),
                    text("%.1f", percent(flow)),
                    text("%.0f", bare.rate().perSecond()),
                    text("%.1f", percent(bare)),
                    text("%.2f", rate / bare.rate().perSecond()),
                    text("%.2f", times.p50() / MICROS_PER_MILLI),
                    text("%.2f", times.p99() / MICROS_PER_MILLI));
            if (rate > best) {
                best = rate;
                name = entry.getKey();
            }
        }
        table.print(console);
        double calibrated = measured.get(CALIBRATED).rows().getFirst().rate().perSecond();
        console.out()
                .printf(
                        Locale.ROOT,
                        "%nbest: %s; the calibrated setting gives %.2f of it. +-%%: half of the 95"
                            + " %% interval; p50, p99: response times of the flow's last round.%n",
                        name,
                        calibrated / best);
    }

    private static double percent(ResultRow row) {
        return 100 * (row.rate().high() - row.rate().perSecond()) / row.rate().perSecond();
    }

    private static String text(String pattern, double value) {
        return String.format(Locale.ROOT, pattern, value);
    }

    private void write(Map<String, JournalSweep.Setting> measured, Instant started)
            throws Exception {
        List<ResultRow> rows = new ArrayList<>();
        measured.values().forEach(setting -> rows.addAll(setting.rows()));
        Files.createDirectories(folder);
        ResultFile.write(
                new RunResult(
                        "journal",
                        Typed.behind(spec),
                        started,
                        Duration.between(started, Instant.now()).toMillis() / 1e3,
                        Software.here(),
                        Machine.here(folder, ""),
                        rows),
                json);
    }
}
