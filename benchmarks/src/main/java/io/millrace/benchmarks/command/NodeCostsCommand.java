package io.millrace.benchmarks.command;

import io.millrace.benchmarks.drive.Bounds;
import io.millrace.benchmarks.drive.Maker;
import io.millrace.benchmarks.drive.Measurement;
import io.millrace.benchmarks.drive.Place;
import io.millrace.benchmarks.drive.Plan;
import io.millrace.benchmarks.peer.Peers;
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

import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

/** {@code millrace bench node-costs}. */
@Command(
        name = "node-costs",
        mixinStandardHelpOptions = true,
        description = {
            "Measures the scenarios of the WMQI V2.1 performance report (Appendix B) over an"
                    + " embedded broker: 15 clients, each puts a request and then gets any reply.",
            "Each piece of work is done in turns by a flow and by a bare loop that only moves the"
                    + " message, in this process, over the same broker. First in a closed loop,"
                    + " then at 70 %% of its rate."
        },
        footer = {
            "",
            "Examples:  ./millrace bench node-costs --quick --json results.json",
            "           ./millrace bench node-costs --scenario complex --size 4096"
        })
public final class NodeCostsCommand implements Callable<Integer> {

    private static final int LEAST_WARM_UP_ROUNDS = 16;

    private final Console console;

    @ArgGroup(exclusive = true)
    private Extent extent = new Extent();

    static final class Extent {
        @Option(
                names = "--quick",
                description =
                        "Every scenario at its smallest size, persistent and not, in less than ten"
                                + " minutes. This is the default.")
        private boolean quick;

        @Option(
                names = "--full",
                description =
                        "All 192 rows of the report and scenarios of our own, with longer rounds:"
                                + " about two hours. Those that share a database's forced writes"
                                + " not with --database h2, which has none.")
        private boolean full;
    }

    @Option(
            names = "--scenario",
            paramLabel = "TEXT",
            description =
                    "Only scenarios with this id (filter), with this text in their id"
                        + " (convert-tag), or of this section (7.2); may be given several times.")
    private List<String> scenarios = List.of();

    @Option(
            names = "--size",
            paramLabel = "BYTES",
            description =
                    "Only rows of this size, of all that the report has; may be given several"
                            + " times.")
    private List<Integer> sizes = List.of();

    @Option(
            names = "--persistent",
            paramLabel = "yes|no",
            description = "Only persistent messages, or only others.")
    private String persistent = "";

    @Option(
            names = "--peers",
            description =
                    "Beside them Camel, Spring Integration and plain JMS, for the scenarios that"
                            + " they can do, in the same turns over the same broker.")
    private boolean peers;

    @Option(
            names = "--bounds",
            description =
                    "Beside MQInput to MQOutput (7.1) what it cannot outdo: a loop whose"
                            + " transactions have as many messages as the flow's, and the clients"
                            + " alone; beside publications (7.6, 7.11) a loop that puts each"
                            + " subscriber a message of its own, as the flow does.")
    private boolean bounds;

    @Option(
            names = "--database",
            paramLabel = "KIND",
            description =
                    "What database scenarios use: h2, in this process, or postgresql, a server"
                            + " with forced writes; default: h2, and postgresql with --full.")
    private Place.DatabaseKind database;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "Rounds of everybody who does the same; default: 3, and 5 with --full.")
    private int rounds;

    @Option(
            names = "--millis",
            paramLabel = "N",
            description =
                    "How long a round is, in milliseconds; default: 500, and 2000 with --full. The"
                            + " run at a fixed rate goes with it.")
    private int millis;

    @Option(
            names = "--rate",
            paramLabel = "N",
            description =
                    "Messages a second of the run at a fixed rate, the same for everybody; default:"
                            + " 70 %% of what each has reached in the closed loop.")
    private int rate;

    @Option(
            names = "--folder",
            paramLabel = "FOLDER",
            description =
                    "Where stores are made and deleted afterwards; its disk is what forced writes"
                            + " are measured on. Default: benchmarks/target of Millrace's folder.")
    private Path folder = Path.of(System.getProperty("millrace.root", ""), "benchmarks", "target");

    @Option(names = "--json", paramLabel = "FILE", description = "Writes the results there.")
    private Path json;

    @Option(
            names = "--csv",
            paramLabel = "FILE",
            description = "Writes them there as a table with commas.")
    private Path csv;

    public NodeCostsCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        if (rounds < 0 || millis < 0 || rate < 0) {
            throw new MillraceException(
                    ErrorCode.USAGE, "rounds, milliseconds and rates are at least 1");
        }
        List<Work> works = works();
        if (works.isEmpty()) {
            throw new MillraceException(
                    ErrorCode.USAGE,
                    "no row of the report is chosen; ids begin like "
                            + Scenarios.all().stream().limit(3).map(Scenario::id).toList());
        }
        Plan plan = plan();
        Instant started = Instant.now();
        long begin = System.nanoTime();
        try (Place place = Place.open(folder, database(works))) {
            Measurement measurement = new Measurement(place, plan, makers());
            warmUp(measurement, works, plan);
            Progress progress = new Progress(console, works.size());
            List<ResultRow> rows = measurement.measure(works, progress::measured);
            progress.done();
            double seconds = (System.nanoTime() - begin) / 1e9;
            RunResult result =
                    new RunResult(
                            "node-costs",
                            arguments(place),
                            started,
                            seconds,
                            Software.here(),
                            Machine.here(place.folder(), place.journal()),
                            rows);
            NodeCostsTable.print(result, console);
            if (json != null) {
                ResultFile.write(result, json);
            }
            if (csv != null) {
                NodeCostsCsv.write(result, csv);
            }
        }
        return ExitCode.OK;
    }

    private List<Maker> makers() {
        List<Maker> makers = new ArrayList<>(List.of(Maker.MILLRACE, Maker.BARE));
        if (peers) {
            makers.addAll(Peers.MAKERS);
        }
        if (bounds) {
            makers.addAll(Bounds.MAKERS);
        }
        return makers;
    }

    private Plan plan() {
        Plan plan = extent.full ? Plan.FULL : Plan.QUICK;
        int number = rounds > 0 ? rounds : plan.rounds();
        Duration length = millis > 0 ? Duration.ofMillis(millis) : plan.round();
        return plan.rounds(number, length).rate(rate);
    }

    /** What is to be measured, in the report's order. */
    private List<Work> works() {
        List<Work> works = new ArrayList<>();
        for (Scenario scenario : chosen()) {
            List<Work> all = scenario.works();
            int smallest = all.getFirst().sizeBytes();
            for (Work work : all) {
                boolean size =
                        !sizes.isEmpty()
                                ? sizes.contains(work.sizeBytes())
                                : extent.full || work.sizeBytes() == smallest;
                if (size
                        && (persistent.isEmpty()
                                || persistent.equals("yes") == work.persistent())) {
                    works.add(work);
                }
            }
        }
        return works;
    }

    private List<Scenario> chosen() {
        if (!List.of("", "yes", "no").contains(persistent)) {
            throw new MillraceException(
                    ErrorCode.USAGE, "--persistent takes yes or no, and here is " + persistent);
        }
        List<Scenario> known = new ArrayList<>(Scenarios.all());
        if (extent.full || !scenarios.isEmpty()) {
            known.addAll(Scenarios.beyond());
        }
        return known.stream().filter(this::isChosen).toList();
    }

    private boolean isChosen(Scenario scenario) {
        return scenarios.isEmpty()
                ? database != Place.DatabaseKind.H2 || !Scenarios.sharesForcedWrites(scenario)
                : scenarios.stream().anyMatch(text -> matches(scenario, text));
    }

    /** A whole id means that scenario alone. */
    private static boolean matches(Scenario scenario, String text) {
        String section = scenario.section();
        boolean whole =
                Stream.concat(Scenarios.all().stream(), Scenarios.beyond().stream())
                        .anyMatch(s -> s.id().equals(text));
        return (whole ? scenario.id().equals(text) : scenario.id().contains(text))
                || section.equals(text)
                || section.startsWith(text + ".");
    }

    private Place.DatabaseKind database(List<Work> works) {
        if (works.stream().noneMatch(w -> Scenarios.of(w.scenarioId()).usesDatabase())) {
            return null;
        }
        if (database != null) {
            return database;
        }
        return extent.full ? Place.DatabaseKind.POSTGRESQL : Place.DatabaseKind.H2;
    }

    /** Every scenario runs once before anything is measured; few of them for longer. */
    private void warmUp(Measurement measurement, List<Work> works, Plan plan) throws Exception {
        List<Scenario> all =
                works.stream().map(Work::scenarioId).distinct().map(Scenarios::of).toList();
        measurement.deploy(all);
        console.err().println("warming up: " + Console.count(all.size(), "scenario") + " ...");
        long turn = Math.max(1, 2 * plan.warmUp().toMillis() * all.size());
        long times = Math.max(1, LEAST_WARM_UP_ROUNDS * plan.round().toMillis() / turn);
        for (long i = 0; i < times; i++) {
            for (Scenario scenario : all) {
                List<Work> own =
                        works.stream().filter(w -> w.scenarioId().equals(scenario.id())).toList();
                measurement.warmUp(own.get((int) (i % own.size())));
            }
        }
    }

    /** As one would type them; with the database that was used. */
    private String arguments(Place place) {
        List<String> words = new ArrayList<>();
        words.add(extent.full ? "--full" : "--quick");
        scenarios.forEach(s -> words.add("--scenario " + s));
        sizes.forEach(s -> words.add("--size " + s));
        if (!persistent.isEmpty()) {
            words.add("--persistent " + persistent);
        }
        if (peers) {
            words.add("--peers");
        }
        if (bounds) {
            words.add("--bounds");
        }
        if (!place.database().name().equals("none")) {
            words.add("--database " + place.database().name());
        }
        if (rounds > 0) {
            words.add("--rounds " + rounds);
        }
        if (millis > 0) {
            words.add("--millis " + millis);
        }
        if (rate > 0) {
            words.add("--rate " + rate);
        }
        return String.join(" ", words);
    }
}
