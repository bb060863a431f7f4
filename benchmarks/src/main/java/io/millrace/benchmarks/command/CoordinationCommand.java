package io.millrace.benchmarks.command;

import io.millrace.benchmarks.drive.BareUnits;
import io.millrace.benchmarks.drive.Maker;
import io.millrace.benchmarks.drive.Measurement;
import io.millrace.benchmarks.drive.Place;
import io.millrace.benchmarks.drive.Plan;
import io.millrace.benchmarks.result.ResultRow;
import io.millrace.benchmarks.result.RunResult;
import io.millrace.benchmarks.result.Work;
import io.millrace.benchmarks.scenario.Scenario;
import io.millrace.benchmarks.scenario.Scenarios;
import io.millrace.server.console.Console;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** {@code millrace bench coordination}. */
@Command(
        name = "coordination",
        mixinStandardHelpOptions = true,
        description = {
            "Measures the cost of coordinated units of work: a flow that updates a row of a"
                + " PostgreSQL with forced writes for each persistent message, and a bare program"
                + " that does the minimum for the same units, each with and without coordination,"
                + " all four in turns.",
            "Then counts, for each contender alone, the messages in a unit and the forced writes"
                    + " for a message."
        },
        footer = {"", "Example:  ./millrace bench coordination --of 8-instances"})
public final class CoordinationCommand extends MeasuringCommand {

    @Mixin private final Rounds rounds = new Rounds(5, 1_500);
    @Mixin private StoreFolder folder;

    @Option(
            names = "--of",
            paramLabel = "NAME",
            description =
                    "8-instances (15 clients), 8-instances-60-clients, 8-instances-alone (each"
                        + " message in its own unit), 1-instance-alone; repeatable. Default: all.")
    private List<String> names = List.of();

    @Option(
            names = "--quick",
            description =
                    "Does not count PostgreSQL's forced writes, for which each contender waits"
                            + " eleven seconds.")
    private boolean quick;

    @Option(
            names = "--warm-ups",
            paramLabel = "N",
            defaultValue = "16",
            description =
                    "Turns of at most half a second before anything is measured: new instances run"
                            + " their first messages one by one (default: ${DEFAULT-VALUE}).")
    private int warmUps;

    public CoordinationCommand(Console console) {
        super(console);
    }

    @Override
    RunResult.Measured measure() throws Exception {
        rounds.check(this);
        requireAtLeast(1, "--warm-ups", warmUps);
        List<String> chosen = chosen();
        Plan plan = Plan.QUICK.rounds(rounds.number, rounds.length()).unrated();
        try (Place place = Place.open(folder.path, Place.DatabaseKind.POSTGRESQL)) {
            Measurement measurement =
                    new Measurement(place, plan, List.of(Maker.MILLRACE, BareUnits.MAKER));
            List<ResultRow> rows = new ArrayList<>();
            for (int i = 0; i < chosen.size(); i++) {
                List<ResultRow> some = measure(measurement, chosen.get(i));
                progress(i + 1, chosen.size(), some);
                rows.addAll(some);
            }
            return place.measured(rows);
        }
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
                throw usage("--of must be one of %s (found %s)".formatted(known, name));
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
        List<Work> works = both.stream().map(scenario -> scenario.works().getLast()).toList();
        say("warming up: " + name + " ...");
        for (int i = 0; i < warmUps; i++) {
            for (Work work : works) {
                measurement.warmUp(work);
            }
        }
        Map<String, Double> uncoordinated = new HashMap<>();
        List<ResultRow> rows = new ArrayList<>();
        for (ResultRow row : measurement.measureUnits(works, !quick)) {
            double rate = row.rate().perSecond();
            Double before = uncoordinated.putIfAbsent(row.who(), rate);
            rows.add(before == null ? row : row.with(Map.of("ofUncoordinated", rate / before)));
        }
        return rows;
    }
}
