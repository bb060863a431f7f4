package io.millrace.benchmarks.command;

import io.millrace.benchmarks.drive.JournalSweep;
import io.millrace.benchmarks.result.Machine;
import io.millrace.benchmarks.result.RunResult;
import io.millrace.benchmarks.scenario.Scenarios;
import io.millrace.engine.queue.QueueStoreSettings;
import io.millrace.server.console.Console;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** {@code millrace bench journal}. */
@Command(
        name = "journal",
        mixinStandardHelpOptions = true,
        description = {
            "Measures how long a commit should wait to share its forced write (syncMicros in"
                + " broker.yaml): the time calibrated on this disk, Artemis' default, and others.",
            "MQInput to MQOutput, persistent messages of 1 KB, by a flow with one instance and by a"
                    + " bare loop that commits each message, in turns over the same broker."
        },
        footer = {"", "Example:  ./millrace bench journal --clients 60 --micros 100,300"})
public final class JournalCommand extends MeasuringCommand {

    private static final int ARTEMIS_DEFAULT = 3_333;

    @Mixin private final Rounds rounds = new Rounds(3, 1_000);
    @Mixin private StoreFolder folder;

    @Option(
            names = "--micros",
            paramLabel = "N",
            split = ",",
            defaultValue = "50,100,200,300,500,1000",
            description =
                    "Microseconds to measure beside the calibrated time and Artemis' 3333 (default:"
                            + " ${DEFAULT-VALUE}).")
    private List<Integer> micros;

    @Option(
            names = "--clients",
            paramLabel = "N",
            defaultValue = "15",
            description = "Driving clients: 15 or 60 (default: ${DEFAULT-VALUE}).")
    private int clients;

    public JournalCommand(Console console) {
        super(console);
    }

    @Override
    RunResult.Measured measure() throws Exception {
        rounds.check(this);
        if (clients != 15 && clients != 60) {
            throw usage("--clients must be 15 or 60 (found " + clients + ")");
        }
        Map<String, Integer> settings = new LinkedHashMap<>();
        settings.put("calibrated", QueueStoreSettings.Journal.CALIBRATE);
        for (int each : micros) {
            requireAtLeast(1, "--micros", each);
            settings.put(each + "us", each);
        }
        settings.put(ARTEMIS_DEFAULT + "us", ARTEMIS_DEFAULT);
        AtomicInteger done = new AtomicInteger();
        Files.createDirectories(folder.path);
        return new RunResult.Measured(
                new JournalSweep(
                                folder.path,
                                Scenarios.of(
                                        "mqinput-mqoutput" + (clients == 15 ? "" : "-60-clients")),
                                rounds.number,
                                rounds.length())
                        .measure(
                                settings,
                                rows ->
                                        progress(
                                                done.incrementAndGet(),
                                                settings.size() * rounds.number,
                                                rows)),
                Machine.here(folder.path, ""),
                "");
    }
}
