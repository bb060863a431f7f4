package io.millrace.benchmarks.command;

import io.millrace.benchmarks.drive.JournalSweep;
import io.millrace.benchmarks.drive.Maker;
import io.millrace.benchmarks.drive.Measurement;
import io.millrace.benchmarks.drive.Place;
import io.millrace.benchmarks.drive.Plan;
import io.millrace.benchmarks.drive.Scenario;
import io.millrace.benchmarks.drive.ScratchFolder;
import io.millrace.benchmarks.mqsi.Case;
import io.millrace.benchmarks.mqsi.Sweep;
import io.millrace.benchmarks.result.Machine;
import io.millrace.benchmarks.result.ResultRow;
import io.millrace.benchmarks.result.RunResult;
import io.millrace.benchmarks.result.Work;
import io.millrace.benchmarks.torture.CrashPoint;
import io.millrace.benchmarks.torture.DamageMatrix;
import io.millrace.benchmarks.torture.Torture;
import io.millrace.benchmarks.torture.TortureException;
import io.millrace.engine.queue.QueueStoreSettings.Journal;
import io.millrace.server.command.ExitCode;
import io.millrace.server.command.Program;
import io.millrace.server.console.Console;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** The command line of the benchmarks: {@code ./millrace bench COMMAND ...}. */
@Command
public final class Bench extends EngineCommands implements Runnable {

    private Bench(Console console) {
        super(console);
    }

    public static void main(String[] args) {
        System.exit(run(Console.system(), args));
    }

    /** Runs a command and returns its exit code. */
    static int run(Console console, String... args) {
        return Program.run(new Bench(console), console, args);
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "missing argument: COMMAND");
    }

    @Command(name = "node-costs", mixinStandardHelpOptions = true)
    int nodeCosts(
            @Mixin Json json,
            @Mixin Choice choice,
            @Mixin StoreFolder folder,
            @Option(names = "--quick") boolean quick,
            @Option(names = "--full") boolean full,
            @Option(names = "--peers") boolean peers,
            @Option(names = "--bounds") boolean bounds,
            @Option(names = "--database") Place.DatabaseKind database,
            @Option(names = "--rounds") Integer rounds,
            @Option(names = "--millis") Integer millis)
            throws Exception {
        requireExclusive(quick, full);
        Place.DatabaseKind standard = full ? Place.DatabaseKind.POSTGRESQL : Place.DatabaseKind.H2;
        Place.DatabaseKind kind = Objects.requireNonNullElse(database, standard);
        Plan plan = (full ? Plan.FULL : Plan.QUICK).rounds(rounds, millis);
        List<Scenario> known = new ArrayList<>(Scenario.all());
        if (full || !choice.scenarios.isEmpty()) {
            known.addAll(Scenario.beyond());
        }
        if (database == Place.DatabaseKind.H2 && choice.scenarios.isEmpty()) {
            // These scenarios need a database that forces writes, or an explicit choice.
            known.removeIf(Scenario::sharesForcedWrites);
        }
        List<Work> works = works(choice, known, !full);
        List<Scenario> all =
                works.stream().map(Work::scenarioId).distinct().map(Scenario::of).toList();
        List<Maker> makers = new ArrayList<>(List.of(Maker.MILLRACE, Maker.BARE));
        makers.addAll(peers ? Maker.PEERS : List.of());
        makers.addAll(bounds ? Maker.BOUNDS : List.of());
        return measured(
                json,
                () -> {
                    try (Place place =
                            new Place(
                                    folder.path,
                                    all.stream().noneMatch(Scenario::database) ? null : kind,
                                    Journal.DEFAULT)) {
                        Measurement measurement = new Measurement(place, plan, makers);
                        warmUp(measurement, works, all);
                        return place.measured(each(works, measurement::measure));
                    }
                });
    }

    /**
     * Runs every scenario before the first measurement. If there are few scenarios, each runs for
     * longer.
     */
    private void warmUp(Measurement measurement, List<Work> works, List<Scenario> all)
            throws Exception {
        measurement.deploy(all);
        say("warming up: " + Console.count(all.size(), "scenario") + " ...");
        Plan plan = measurement.plan();
        long times = Math.max(1, 8 * plan.round() / Math.max(1, plan.warmUp() * all.size()));
        for (int i = 0; i < times; i++) {
            for (Scenario scenario : all) {
                List<Work> own =
                        works.stream().filter(w -> w.scenarioId().equals(scenario.id())).toList();
                measurement.warmUp(own.get(i % own.size()));
            }
        }
    }

    @Command(name = "mqsi", mixinStandardHelpOptions = true)
    int mqsi(
            @Mixin Json json,
            @Mixin StoreFolder folder,
            @Option(names = "--quick") boolean quick,
            @Option(names = "--full") boolean full,
            @Option(names = "--records") Integer records,
            @Option(names = "--case") List<String> ids,
            @Option(names = "--rounds", defaultValue = "3") int rounds,
            @Option(names = "--warm-up", defaultValue = "20") int warmUp)
            throws Exception {
        requireExclusive(quick, full, records != null);
        List<String> known = Case.all().stream().map(Case::id).toList();
        List<String> chosen = Objects.requireNonNullElse(ids, known);
        requireKnown("--case", known, chosen);
        double share =
                records != null
                        ? (double) records / Case.STANDARD_RECORDS
                        : full || ids != null && !quick ? 1 : 0.05;
        List<Case> cases =
                Case.all().stream()
                        .filter(test -> chosen.contains(test.id()))
                        .map(test -> test.share(share))
                        .toList();
        List<ResultRow> rows = new ArrayList<>();
        measured(
                json,
                () -> {
                    try (ScratchFolder scratch = ScratchFolder.in(folder.path)) {
                        Path path = scratch.path();
                        Sweep sweep = Sweep.in(path);
                        if (warmUp > 0) {
                            say("warming up for " + warmUp + " s ...");
                            sweep.warmUp(cases, warmUp);
                        }
                        rows.addAll(sweep.measure(cases, rounds, this::say));
                        String journal = Place.words(sweep.journal().syncMicros());
                        return new RunResult.Measured(rows, Machine.here(path, journal), "");
                    }
                });
        rows.removeIf(this::isBalanced);
        return rows.isEmpty() ? ExitCode.OK : ExitCode.ERRORS;
    }

    private boolean isBalanced(ResultRow row) {
        double missing = row.extra().get("missing");
        double twice = row.extra().get("twice");
        if (missing == 0 && twice == 0) {
            return true;
        }
        String id = console.red(row.work().scenarioId() + " does not balance");
        say(
                "%s: %.0f records are missing, %.0f of them are still on queues, %.0f are written twice"
                        .formatted(id, missing, row.extra().get("left"), twice));
        return false;
    }

    @Command(name = "journal", mixinStandardHelpOptions = true)
    int journal(
            @Mixin Json json,
            @Mixin StoreFolder folder,
            @Option(names = "--rounds", defaultValue = "3") int rounds,
            @Option(names = "--millis", defaultValue = "1000") int millis,
            @Option(names = "--micros", split = ",", defaultValue = "50,100,200,300,500,1000")
                    List<Integer> micros,
            @Option(names = "--clients", defaultValue = "15") int clients)
            throws Exception {
        if (clients != 15 && clients != 60) {
            throw usage("--clients must be 15 or 60 (found %d)", clients);
        }
        Map<String, Integer> settings = new LinkedHashMap<>();
        settings.put("calibrated", Journal.CALIBRATE);
        micros.forEach(each -> settings.put(each + "us", each));
        // Artemis' default.
        settings.put("3333us", 3_333);
        Files.createDirectories(folder.path);
        JournalSweep sweep =
                new JournalSweep(
                        folder.path,
                        Scenario.of("mqinput-mqoutput" + (clients == 15 ? "" : "-60-clients")),
                        rounds,
                        millis);
        AtomicInteger done = new AtomicInteger();
        int total = settings.size() * rounds;
        return measured(
                json,
                () ->
                        new RunResult.Measured(
                                sweep.measure(
                                        settings,
                                        rows -> progress(done.incrementAndGet(), total, rows)),
                                Machine.here(folder.path, ""),
                                ""));
    }

    @Command(name = "coordination", mixinStandardHelpOptions = true)
    int coordination(
            @Mixin Json json,
            @Mixin StoreFolder folder,
            @Option(names = "--rounds", defaultValue = "5") int rounds,
            @Option(names = "--millis", defaultValue = "1500") int millis,
            @Option(names = "--of") List<String> names,
            @Option(names = "--warm-ups", defaultValue = "16") int warmUps)
            throws Exception {
        List<String> known =
                Scenario.beyond().stream()
                        .map(Scenario::id)
                        .filter(id -> id.startsWith(Scenario.UNCOORDINATED))
                        .map(id -> id.substring(Scenario.UNCOORDINATED.length()))
                        .toList();
        List<String> chosen = Objects.requireNonNullElse(names, known);
        requireKnown("--of", known, chosen);
        Plan plan = Plan.QUICK.rounds(rounds, millis).unrated();
        return measured(
                json,
                () -> {
                    try (Place place =
                            new Place(
                                    folder.path, Place.DatabaseKind.POSTGRESQL, Journal.DEFAULT)) {
                        Measurement measurement =
                                new Measurement(place, plan, List.of(Maker.MILLRACE));
                        return place.measured(
                                each(chosen, name -> coordinated(measurement, name, warmUps)));
                    }
                });
    }

    private List<ResultRow> coordinated(Measurement measurement, String name, int warmUps)
            throws Exception {
        List<Scenario> both =
                Stream.of(Scenario.UNCOORDINATED, Scenario.COORDINATED)
                        .map(prefix -> Scenario.of(prefix + name))
                        .toList();
        measurement.deploy(both);
        List<Work> works = both.stream().map(scenario -> scenario.works().getLast()).toList();
        say("warming up: " + name + " ...");
        for (int i = 0; i < 2 * warmUps; i++) {
            measurement.warmUp(works.get(i % 2));
        }
        List<ResultRow> rows = measurement.measureUnits(works);
        ResultRow no = rows.getFirst();
        ResultRow yes = rows.getLast();
        double ratio = yes.rate().perSecond() / no.rate().perSecond();
        return List.of(no, yes.with(Map.of("ofUncoordinated", ratio)));
    }

    @Command(name = "torture", mixinStandardHelpOptions = true)
    int torture(
            @Option(names = "--cycles", defaultValue = "200") int cycles,
            @Option(names = "--round", defaultValue = "5") int round,
            @Option(names = "--seed") Long seed,
            @Option(names = "--scenario", split = ",") List<String> names,
            @Option(names = "--point", split = ",") List<CrashPoint> points,
            @Option(names = "--folder", defaultValue = "${sys:java.io.tmpdir}") Path parent)
            throws Exception {
        requireNumbers();
        List<String> known = Torture.scenarios();
        boolean damage = List.of("damage").equals(names);
        List<String> chosen = damage || names == null ? known : names;
        requireKnown("--scenario", known, chosen);
        Path folder =
                Files.createTempDirectory(Files.createDirectories(parent), "millrace-torture");
        long random = seed == null ? System.nanoTime() & 0xffffff : seed;
        say("seed " + random + ", folders in " + folder);
        List<String> findings =
                damage
                        ? new DamageMatrix(folder, this::say).run()
                        : torture(
                                new Torture.Plan(
                                        cycles,
                                        round,
                                        random,
                                        chosen,
                                        points == null ? List.of(CrashPoint.values()) : points,
                                        folder));
        if (findings.isEmpty()) {
            ScratchFolder.delete(folder);
            return ExitCode.OK;
        }
        String number = Console.count(findings.size(), "defect");
        say(console.red("messages are not accounted for, " + number + ":"));
        findings.stream().limit(40).forEach(finding -> say("  " + finding));
        say(
                "to repeat the run: --seed %d with the same options; folders kept in: %s"
                        .formatted(random, folder));
        return ExitCode.ERRORS;
    }

    private List<String> torture(Torture.Plan plan) throws Exception {
        Torture torture = new Torture(plan, this::say);
        Thread end = new Thread(torture::close, "torture-end");
        Runtime.getRuntime().addShutdownHook(end);
        try {
            return torture.run();
        } catch (TortureException stuck) {
            return List.of("the test stopped: " + stuck.getMessage());
        } finally {
            torture.print(console);
            torture.close();
            Runtime.getRuntime().removeShutdownHook(end);
        }
    }
}
