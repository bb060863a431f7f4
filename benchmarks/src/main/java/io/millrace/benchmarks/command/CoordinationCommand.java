package io.millrace.benchmarks.command;

import io.millrace.benchmarks.drive.BareUnits;
import io.millrace.benchmarks.drive.Maker;
import io.millrace.benchmarks.drive.Measurement;
import io.millrace.benchmarks.drive.Place;
import io.millrace.benchmarks.drive.Plan;
import io.millrace.benchmarks.result.Machine;
import io.millrace.benchmarks.result.ResultFile;
import io.millrace.benchmarks.result.ResultRow;
import io.millrace.benchmarks.result.RunResult;
import io.millrace.benchmarks.result.Software;
import io.millrace.benchmarks.result.Work;
import io.millrace.benchmarks.scenario.Scenario;
import io.millrace.benchmarks.scenario.Scenarios;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.server.command.ExitCode;
import io.millrace.server.console.Console;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** {@code millrace bench coordination}. */
@Command(
        name = "coordination",
        mixinStandardHelpOptions = true,
        description = {
            "Measures what coordinated units of work cost: a flow that updates a row of a"
                + " PostgreSQL with forced writes for each persistent message, and a bare program"
                + " that does the least that the same units need, both with and without"
                + " coordination, all four in turns.",
            "Then it is counted, of each by itself, how many messages a unit holds, and what"
                    + " is forced to the disk for a message."
        },
        footer = {"", "Example:  ./millrace bench coordination --of 8-instances"})
public final class CoordinationCommand implements Callable<Integer> {

    private final Console console;

    @Spec private CommandSpec spec;

    @Option(
            names = "--of",
            paramLabel = "NAME",
            description =
                    "8-instances (15 clients), 8-instances-60-clients, 8-instances-alone (each"
                            + " message in a unit of its own), 1-instance-alone; may be given"
                            + " several times. Default: all.")
    private List<String> names = List.of();

    @Option(
            names = "--quick",
            description =
                    "Does not wait until PostgreSQL tells how often it has forced its log: eleven"
                            + " seconds for each.")
    private boolean quick;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "5",
            description = "Rounds of each (default: ${DEFAULT-VALUE}).")
    private int rounds;

    @Option(
            names = "--millis",
            paramLabel = "N",
            defaultValue = "1500",
            description = "How long a round is, in milliseconds (default: ${DEFAULT-VALUE}).")
    private int millis;

    @Option(
            names = "--warm-ups",
            paramLabel = "N",
            defaultValue = "16",
            description =
                    "Turns of half a second, or of a shorter round, before anything is measured:"
                            + " eight new instances run their first 4,096 messages one by one"
                            + " (default: ${DEFAULT-VALUE}).")
    private int warmUps;

    @Option(
            names = "--folder",
            paramLabel = "FOLDER",
            description =
                    "Where stores are made and deleted afterwards; its disk is what forced writes"
                            + " are measured on. Default: benchmarks/target of Millrace's folder.")
    private Path folder = Path.of(System.getProperty("millrace.root", ""), "benchmarks", "target");

    @Option(
            names = "--json",
            paramLabel = "FILE",
            description = "Writes the results there too, for bench report and bench compare.")
    private Path json;

    public CoordinationCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        if (rounds < 1 || millis < 1 || warmUps < 1) {
            throw new MillraceException(
                    ErrorCode.USAGE, "rounds, milliseconds and warm-ups are at least 1");
        }
        List<String> chosen = chosen();
        Plan plan = Plan.QUICK.rounds(rounds, Duration.ofMillis(millis)).unrated();
        Instant started = Instant.now();
        try (Place place = Place.open(folder, Place.DatabaseKind.POSTGRESQL)) {
            Measurement measurement =
                    new Measurement(place, plan, List.of(Maker.MILLRACE, BareUnits.MAKER));
            List<ResultRow> rows = new ArrayList<>();
            Progress progress = new Progress(console, chosen.size());
            for (String name : chosen) {
                List<ResultRow> some = measure(measurement, name);
                progress.measured(some);
                rows.addAll(some);
            }
            progress.done();
            RunResult result =
                    new RunResult(
                            "coordination",
                            Typed.behind(spec),
                            started,
                            Duration.between(started, Instant.now()).toMillis() / 1e3,
                            Software.here(),
                            Machine.here(place.folder(), place.journal()),
                            rows);
            CoordinationTable.print(result, console);
            if (json != null) {
                ResultFile.write(result, json);
            }
        }
        return ExitCode.OK;
    }

    private List<String> chosen() {
        List<String> known =
                Scenarios.beyond().stream()
                        .map(Scenario::id)
                        .filter(id -> id.startsWith(Scenarios.UNCOORDINATED))
                        .map(id -> id.substring(Scenarios.UNCOORDINATED.length()))
                        .toList();
        for (String name : names) {
            if (!known.contains(name)) {
                throw new MillraceException(
                        ErrorCode.USAGE, "--of takes " + known + ", and here is " + name);
            }
        }
        return names.isEmpty() ? known : names;
    }

    private List<ResultRow> measure(Measurement measurement, String name) throws Exception {
        List<Scenario> both =
                List.of(
                        Scenarios.of(Scenarios.UNCOORDINATED + name),
                        Scenarios.of(Scenarios.COORDINATED + name));
        measurement.deploy(both);
        List<Work> works = both.stream().map(s -> s.works().getLast()).toList();
        console.err().println("warming up: " + name + " ...");
        for (int i = 0; i < warmUps; i++) {
            for (Work work : works) {
                measurement.warmUp(work);
            }
        }
        return measurement.measureUnits(works, !quick);
    }
}
