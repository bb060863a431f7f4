package io.millrace.benchmarks.torture;

import static io.millrace.benchmarks.torture.CrashPoint.*;

import io.millrace.benchmarks.drive.Postgres;
import io.millrace.benchmarks.torture.CrashPoint.Where;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.queue.QueueStore;
import io.millrace.server.console.Console;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;

/**
 * A test that crashes victims in rounds. A round is several crashes of one scenario at one crash
 * point. Then a victim finishes the remaining work, and the messages are checked. The test ends
 * after the planned number of crashes, or after the first round with a defect.
 */
public final class Torture implements AutoCloseable {

    /** Time after which the victim is killed if it has not reached the crash point. */
    private static final int MAX_LIFE_MILLIS = 3_000;

    /**
     * The plan of a test.
     *
     * @param cycles number of crashes
     * @param round number of crashes between two checks of the messages
     * @param seed seed of all random choices in this process; the timing of the threads of the
     *     victim cannot be repeated
     * @param scenarios names of one or more scenarios
     * @param points one or more crash points
     * @param folder parent of the victims' folders
     */
    public record Plan(
            int cycles,
            int round,
            long seed,
            List<String> scenarios,
            List<CrashPoint> points,
            Path folder) {}

    private final Plan plan;
    private final Random random;
    private final Consumer<String> progress;
    private final Map<Scenario, Stage> stages = new LinkedHashMap<>();
    private final List<Tally> tallies = new ArrayList<>();
    private final Books books = new Books();
    private EmbeddedPostgres postgres;
    private VictimProcess victim;
    private int done;
    private long typicalStart = 1_500;

    /**
     * @param progress receives a line for each round
     */
    public Torture(Plan plan, Consumer<String> progress) {
        this.plan = plan;
        this.random = new Random(plan.seed());
        this.progress = progress;
    }

    /** Returns the names of all scenarios. */
    public static List<String> scenarios() {
        return Scenario.ALL.stream().map(Scenario::name).toList();
    }

    /**
     * Runs the plan.
     *
     * @return defects; empty if there are none
     * @throws TortureException if a victim does not start or does not finish its work
     */
    public List<String> run() throws Exception {
        for (Scenario scenario : Scenario.ALL) {
            if (plan.scenarios.contains(scenario.name())) {
                plan.points.stream()
                        .filter(point -> point.isIn(scenario))
                        .forEach(point -> tallies.add(new Tally(scenario, point)));
            }
        }
        if (tallies.isEmpty()) {
            throw new TortureException("none of the scenarios reaches these crash points");
        }
        Collections.shuffle(tallies, random);
        List<Books.Finding> findings = List.of();
        for (int i = 0; done < plan.cycles && findings.isEmpty(); i++) {
            findings = round(tallies.get(i % tallies.size()));
        }
        return findings.stream().map(Object::toString).toList();
    }

    private List<Books.Finding> round(Tally tally) throws Exception {
        Stage stage = stage(tally.scenario);
        // A crash point that requires an interrupted unit is used after one that leaves a unit
        // interrupted.
        CrashPoint before =
                switch (tally.point.where) {
                    case RECOVERY -> AFTER_DECISION;
                    case OUTSIDE -> ANY_MOMENT;
                    default -> tally.point;
                };
        for (int i = 0; i < plan.round && done < plan.cycles; i++, done++) {
            tally.cycles++;
            cycle(stage, i % 2 == 0 ? before : tally.point, tally);
        }
        victim = stage.start(List.of());
        awaitReady(stage, tally, false);
        int damaged = victim.finish();
        Books.Remains remains = stage.remains();
        remains.inDoubt().addAll(Collections.nCopies(damaged, "a damaged unit"));
        List<Books.Finding> findings = books.balance(remains);
        tally.messages += books.size();
        findings.forEach(finding -> tally.findings.merge(finding.kind(), 1, Integer::sum));
        progress.accept(
                "%5d of %d  %-11s %-24s %6d messages  %s"
                        .formatted(
                                done,
                                plan.cycles,
                                tally.scenario.name(),
                                tally.point,
                                books.size(),
                                findings.isEmpty() ? "balanced" : findings.size() + " FINDINGS"));
        if (findings.isEmpty()) {
            books.clear();
            stage.clear();
        }
        return findings;
    }

    private Stage stage(Scenario scenario) throws Exception {
        Stage stage = stages.get(scenario);
        if (stage == null) {
            if (scenario.database() == Scenario.Database.POSTGRES && postgres == null) {
                postgres = Postgres.start(plan.folder.resolve("postgres"));
            }
            stage = Stage.make(scenario, plan.folder.resolve(scenario.name()), postgres);
            stages.put(scenario, stage);
            if (scenario.smallDisk()) {
                String type =
                        stage.disk() == null
                                ? "simulated: this process does not have the right to mount a file"
                                        + " system"
                                : stage.disk().type();
                progress.accept("the small disk is " + type);
            }
            // No crashes occur while the home folder is created.
            start(stage, List.of());
            victim.finish();
        }
        return stage;
    }

    private void start(Stage stage, List<String> options) throws Exception {
        victim = stage.start(options);
        require(victim.awaitReady(), "a victim did not start", stage);
    }

    private static void require(boolean condition, String otherwise, Stage stage) {
        if (!condition) {
            throw new TortureException(otherwise + "; see " + stage.log());
        }
    }

    private void cycle(Stage stage, CrashPoint point, Tally tally) throws Exception {
        if (point == SMALL_DISK && stage.disk() != null) {
            onSmallDisk(stage, tally);
            return;
        }
        boolean outside = point.where == Where.OUTSIDE;
        victim = stage.start(crashOptions(point, stage));
        if (point == STARTING) {
            victim.awaitEnd(1 + random.nextLong(typicalStart));
            victim.kill();
        } else if (awaitReady(stage, tally, point.where.compareTo(Where.DISK) >= 0)) {
            load(stage, outside ? 1 + random.nextInt(600) : MAX_LIFE_MILLIS);
        }
        boolean anywhere = outside || point == FULL || point == SMALL_DISK;
        tally.reached += point == tally.point && (anywhere || crashedAtPoint()) ? 1 : 0;
    }

    private boolean crashedAtPoint() {
        return victim.exitCode() == HALTED || victim.exitCode() == FAILED;
    }

    /** Half of the victims do not check the free space, so writes of Artemis itself fail. */
    private void onSmallDisk(Stage stage, Tally tally) throws Exception {
        boolean unguarded = random.nextBoolean();
        start(stage, List.of("-D" + Victim.UNGUARDED + "=" + unguarded));
        try (SmallDisk.Ballast _ = stage.disk().ballast(new Random(random.nextLong()))) {
            load(stage, MAX_LIFE_MILLIS);
        }
        int code = victim.exitCode();
        // 137 is the exit code after SIGKILL.
        require(code == FAILED || code == 137, "a victim ended with " + code, stage);
        tally.reached += code == FAILED || !unguarded ? 1 : 0;
    }

    /** Returns the options of a victim that must crash at a point. */
    private List<String> crashOptions(CrashPoint point, Stage stage) throws IOException {
        if (point.where == Where.OUTSIDE) {
            return List.of();
        }
        int times = 1 + random.nextInt(point.maxTimes);
        return point.where.compareTo(Where.DISK) < 0
                ? point.options(times)
                : new DiskFault(
                                point == SMALL_DISK
                                        ? DiskFault.Kind.FULL
                                        : DiskFault.Kind.valueOf(point.name()),
                                times,
                                random.nextInt(400),
                                random.nextLong())
                        .options(stage.folder());
    }

    /** Lets clients put messages until the victim has ended or the time has elapsed. */
    private void load(Stage stage, long millis) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        try (QueueStore store = attached(stage)) {
            for (int i = 1; store != null && i <= 2; i++) {
                Random own = new Random(random.nextLong());
                int max = 1 + own.nextInt(150);
                Client client = new Client(i, store, books, own, max, stage.scenario());
                threads.add(Thread.ofPlatform().start(client));
            }
            if (!victim.awaitEnd(millis)) {
                victim.kill();
            }
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }

    private static QueueStore attached(Stage stage) {
        try {
            return stage.attach().orElse(null);
        } catch (MillraceException dead) {
            return null;
        }
    }

    /**
     * Waits for the victim. Returns false if the victim crashed at the crash point before it was
     * ready.
     *
     * @param mayRefuse whether the victim can also have ended because its disk failed
     */
    private boolean awaitReady(Stage stage, Tally tally, boolean mayRefuse)
            throws InterruptedException {
        if (victim.awaitReady()) {
            typicalStart = victim.readyMillis();
            tally.startMillis.add(typicalStart);
            tally.recoveryMicros = Math.max(tally.recoveryMicros, victim.recoveryMicros());
            return true;
        }
        victim.awaitEnd(MAX_LIFE_MILLIS);
        if (mayRefuse) {
            victim.kill();
        } else {
            require(!victim.isAlive() && crashedAtPoint(), "a victim did not start", stage);
        }
        return false;
    }

    /** Returns the results of each scenario and crash point with at least one crash. */
    List<Tally> tallies() {
        return tallies.stream().filter(tally -> tally.cycles > 0).toList();
    }

    /** Prints the results so far. */
    public void print(Console console) {
        Tally.print(tallies(), console);
    }

    @Override
    public void close() {
        if (victim != null) {
            victim.close();
        }
        stages.values().forEach(Stage::close);
        try {
            if (postgres != null) {
                postgres.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
