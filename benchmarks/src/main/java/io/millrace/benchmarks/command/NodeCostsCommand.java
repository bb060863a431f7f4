package io.millrace.benchmarks.command;

import io.millrace.benchmarks.drive.Bounds;
import io.millrace.benchmarks.drive.Maker;
import io.millrace.benchmarks.drive.Measurement;
import io.millrace.benchmarks.drive.Place;
import io.millrace.benchmarks.drive.Plan;
import io.millrace.benchmarks.peer.Peers;
import io.millrace.benchmarks.result.ResultRow;
import io.millrace.benchmarks.result.RunResult;
import io.millrace.benchmarks.result.Work;
import io.millrace.benchmarks.scenario.Scenario;
import io.millrace.benchmarks.scenario.Scenarios;
import io.millrace.server.console.Console;

import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** {@code millrace bench node-costs}. */
@Command(
        name = "node-costs",
        mixinStandardHelpOptions = true,
        description = {
            "Measures the scenarios of the WMQI V2.1 performance report (Appendix B) over an"
                    + " embedded broker: 15 clients, each puts a request and then gets any reply.",
            "A flow and a bare loop that only moves the message take turns in this process over the"
                    + " same broker, first in a closed loop, then at 70 %% of its rate."
        },
        footer = {
            "",
            "Examples:  ./millrace bench node-costs --quick --json results.json",
            "           ./millrace bench node-costs --scenario complex --size 4096"
        })
public final class NodeCostsCommand extends MeasuringCommand {

    private static final int MIN_WARM_UP_ROUNDS = 16;

    @ArgGroup(exclusive = true)
    private Extent extent = new Extent();

    static final class Extent {

        @Option(
                names = "--quick",
                description =
                        "Every scenario at its smallest size, persistent and not persistent, in"
                                + " less than ten minutes. This is the default.")
        private boolean quick;

        @Option(
                names = "--full",
                description =
                        "All 192 rows of the report and scenarios of our own, with longer rounds,"
                                + " in about two hours.")
        private boolean full;
    }

    @Mixin private Choice choice;
    @Mixin private StoreFolder folder;

    @Option(
            names = "--peers",
            description =
                    "Adds Camel, Spring Integration and plain JMS where they can do the work.")
    private boolean peers;

    @Option(
            names = "--bounds",
            description =
                    "Adds what no engine can exceed: for MQInput to MQOutput a loop that commits as"
                            + " many messages together as the flow, and the clients alone; for"
                            + " publications a loop that puts a copy for each subscriber.")
    private boolean bounds;

    @Option(
            names = "--database",
            paramLabel = "KIND",
            description =
                    "Database of the scenarios that need one: h2, in this process, or postgresql, a"
                            + " server with forced writes. Default: h2; postgresql with --full.")
    private Place.DatabaseKind database;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "Rounds of each contender. Default: 3; 5 with --full.")
    private Integer rounds;

    @Option(
            names = "--millis",
            paramLabel = "N",
            description =
                    "Length of a round, in milliseconds; the run at a fixed rate is in proportion."
                            + " Default: 500; 2000 with --full.")
    private Integer millis;

    @Option(
            names = "--rate",
            paramLabel = "N",
            description =
                    "Messages per second of the run at a fixed rate, the same for every contender."
                            + " Default: 70 %% of the rate in the closed loop.")
    private int rate;

    public NodeCostsCommand(Console console) {
        super(console);
    }

    @Override
    RunResult.Measured measure() throws Exception {
        requireAtLeast(0, "--rate", rate);
        Plan plan = extent.full ? Plan.FULL : Plan.QUICK;
        int number = rounds == null ? plan.rounds() : rounds;
        Duration length = millis == null ? plan.round() : Duration.ofMillis(millis);
        requireAtLeast(1, "--rounds", number);
        requireAtLeast(1, "--millis", length.toMillis());
        plan = plan.rounds(number, length).rate(rate);
        List<Work> works = choice.works(this, known(), !extent.full);
        try (Place place = Place.open(folder.path, database(works))) {
            Measurement measurement = new Measurement(place, plan, makers());
            warmUp(measurement, works, plan);
            List<ResultRow> rows = new ArrayList<>();
            for (int i = 0; i < works.size(); i++) {
                List<ResultRow> some = measurement.measure(works.get(i));
                progress(i + 1, works.size(), some);
                rows.addAll(some);
            }
            return place.measured(rows);
        }
    }

    private List<Maker> makers() {
        List<Maker> makers = new ArrayList<>(List.of(Maker.MILLRACE, Maker.BARE));
        makers.addAll(peers ? Peers.MAKERS : List.of());
        makers.addAll(bounds ? Bounds.MAKERS : List.of());
        return makers;
    }

    /** Scenarios that share forced writes need a database that has them, or a choice. */
    private List<Scenario> known() {
        List<Scenario> known = new ArrayList<>(Scenarios.all());
        if (extent.full || !choice.scenarios.isEmpty()) {
            known.addAll(Scenarios.beyond());
        }
        if (database == Place.DatabaseKind.H2 && choice.scenarios.isEmpty()) {
            known.removeIf(Scenarios::sharesForcedWrites);
        }
        return known;
    }

    private Place.DatabaseKind database(List<Work> works) {
        if (works.stream().noneMatch(w -> Scenarios.of(w.scenarioId()).database())) {
            return null;
        }
        if (database != null) {
            return database;
        }
        return extent.full ? Place.DatabaseKind.POSTGRESQL : Place.DatabaseKind.H2;
    }

    /** Runs every scenario before anything is measured; few scenarios run for longer. */
    private void warmUp(Measurement measurement, List<Work> works, Plan plan) throws Exception {
        List<Scenario> all =
                works.stream().map(Work::scenarioId).distinct().map(Scenarios::of).toList();
        measurement.deploy(all);
        say("warming up: " + Console.count(all.size(), "scenario") + " ...");
        long turn = Math.max(1, 2 * plan.warmUp().toMillis() * all.size());
        long times = Math.max(1, MIN_WARM_UP_ROUNDS * plan.round().toMillis() / turn);
        for (long i = 0; i < times; i++) {
            for (Scenario scenario : all) {
                List<Work> own =
                        works.stream().filter(w -> w.scenarioId().equals(scenario.id())).toList();
                measurement.warmUp(own.get((int) (i % own.size())));
            }
        }
    }
}
