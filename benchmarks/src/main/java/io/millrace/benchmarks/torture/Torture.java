package io.millrace.benchmarks.torture;

import static io.millrace.benchmarks.torture.CrashPoint.*;

import io.millrace.benchmarks.drive.Postgres;
import io.millrace.benchmarks.torture.CrashPoint.Where;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.queue.QueueStore;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;

/**
 * Kills victims, round after round: a round is some deaths of one scenario at one crash point, and
 * then a victim that finishes its work, after which the books are balanced. It ends with the
 * planned cycles, or with the first round whose books do not balance.
 */
public final class Torture implements AutoCloseable {

    private static final int CLIENTS = 2;
    private static final int MAX_MESSAGES = 150;

    /** A victim that has not reached its crash point by then is killed. */
    private static final Duration MAX_LIFE = Duration.ofSeconds(3);

    private static final int MAX_LOAD_MILLIS = 600;
    private static final int MAX_TIMES = 60;
    private static final int MAX_RARE_TIMES = 4;
    private static final int MAX_DISK_TIMES = 200;
    private static final int MAX_DELAY_MILLIS = 400;
    private static final int FIRST_START_MILLIS = 1_500;

    /** Exit code of a process that got SIGKILL. */
    private static final int KILLED = 137;

    /**
     * The size of a torture.
     *
     * @param cycles number of deaths
     * @param round deaths between two balances
     * @param seed of all random choices here; the victim's threads do not repeat theirs
     * @param scenarios one or more
     * @param points one or more
     * @param folder parent of the victims' folders
     */
    public record Plan(
            int cycles,
            int round,
            long seed,
            List<Scenario> scenarios,
            List<CrashPoint> points,
            Path folder) {}

    private record Round(Scenario scenario, CrashPoint point) {}

    private final Plan plan;
    private final Random random;
    private final Consumer<String> progress;
    private final Map<Scenario, Stage> stages = new LinkedHashMap<>();
    private final Map<Round, Tally> tallies = new LinkedHashMap<>();
    private final Books books = new Books();
    private Postgres postgres;
    private VictimProcess victim;
    private int done;
    private long typicalStart = FIRST_START_MILLIS;

    /**
     * @param progress receives a line for each round
     */
    public Torture(Plan plan, Consumer<String> progress) {
        this.plan = plan;
        this.random = new Random(plan.seed());
        this.progress = progress;
    }

    /**
     * Runs the plan.
     *
     * @return defects; empty if all books balance
     * @throws TortureException if a victim does not start, or does not finish its work
     */
    public List<String> run() throws IOException, SQLException, InterruptedException {
        List<Round> rounds = new ArrayList<>();
        for (Scenario scenario : plan.scenarios) {
            plan.points.stream()
                    .filter(point -> point.isIn(scenario))
                    .forEach(point -> rounds.add(new Round(scenario, point)));
        }
        if (rounds.isEmpty()) {
            throw new TortureException("none of the scenarios reaches these crash points");
        }
        Collections.shuffle(rounds, random);
        List<Books.Finding> findings = List.of();
        for (int i = 0; done < plan.cycles && findings.isEmpty(); i++) {
            findings = run(rounds.get(i % rounds.size()), Math.min(plan.round, plan.cycles - done));
        }
        return findings.stream().map(Object::toString).toList();
    }

    private List<Books.Finding> run(Round round, int cycles)
            throws IOException, SQLException, InterruptedException {
        Stage stage = stage(round.scenario);
        Tally tally = tallies.computeIfAbsent(round, r -> new Tally(r.scenario, r.point));
        for (int i = 0; i < cycles; i++, done++) {
            // Points that need something left behind by a death alternate with one that leaves it.
            CrashPoint before =
                    switch (round.point.where) {
                        case RECOVERY -> AFTER_DECISION;
                        case OUTSIDE -> ANY_MOMENT;
                        default -> round.point;
                    };
            cycle(stage, i % 2 == 0 ? before : round.point, tally, round.point);
        }
        victim = stage.start(List.of());
        awaitReady(stage, tally, false);
        int damaged = victim.finish();
        Books.Remains remains = stage.remains();
        remains.inDoubt().addAll(Collections.nCopies(damaged, "a damaged unit"));
        List<Books.Finding> findings = books.balance(remains);
        tally.balanced(books.size(), findings);
        progress.accept(
                "%5d of %d  %-11s %-24s %6d messages  %s"
                        .formatted(
                                done,
                                plan.cycles,
                                round.scenario.name(),
                                round.point,
                                books.size(),
                                findings.isEmpty() ? "balanced" : findings.size() + " FINDINGS"));
        if (findings.isEmpty()) {
            books.clear();
            stage.clear();
        }
        return findings;
    }

    private Stage stage(Scenario scenario) throws IOException, SQLException, InterruptedException {
        Stage stage = stages.get(scenario);
        if (stage == null) {
            if (scenario.database() == Scenario.Database.POSTGRES && postgres == null) {
                postgres = Postgres.start(plan.folder.resolve("postgres"));
            }
            stage = Stage.make(scenario, plan.folder.resolve(scenario.name()), postgres);
            stages.put(scenario, stage);
            if (scenario.smallDisk()) {
                progress.accept(
                        "the small disk is "
                                + (stage.disk() == null
                                        ? "simulated: this process may not mount one"
                                        : stage.disk().type()));
            }
            // The creation of a home is not tortured.
            start(stage, List.of());
            victim.finish();
        }
        return stage;
    }

    private void start(Stage stage, List<String> options) throws IOException, InterruptedException {
        victim = stage.start(options);
        require(victim.awaitReady(), "a victim did not start", stage);
    }

    private static void require(boolean condition, String otherwise, Stage stage) {
        if (!condition) {
            throw new TortureException(otherwise + "; see " + stage.log());
        }
    }

    private void cycle(Stage stage, CrashPoint death, Tally tally, CrashPoint point)
            throws IOException, InterruptedException {
        boolean outside = death.where == Where.OUTSIDE;
        boolean anywhere = outside || death == FULL || death == SMALL_DISK;
        if (death == SMALL_DISK && stage.disk() != null) {
            onSmallDisk(stage, tally);
            return;
        }
        victim = stage.start(fate(death, stage));
        if (death == STARTING) {
            victim.awaitDeath(Duration.ofMillis(1 + random.nextLong(typicalStart)));
            victim.kill();
        } else if (awaitReady(stage, tally, death.where.compareTo(Where.DISK) >= 0)) {
            load(
                    stage,
                    outside ? Duration.ofMillis(1 + random.nextInt(MAX_LOAD_MILLIS)) : MAX_LIFE);
        }
        tally.cycle(death == point && (anywhere || diedAtPoint()));
    }

    private boolean diedAtPoint() {
        return victim.exitCode() == HALTED || victim.exitCode() == FAILED;
    }

    /** Half of the victims have no guard: writes of Artemis itself find no space. */
    private void onSmallDisk(Stage stage, Tally tally) throws IOException, InterruptedException {
        boolean unguarded = random.nextBoolean();
        start(stage, List.of("-D" + Victim.UNGUARDED + "=" + unguarded));
        tally.started(victim);
        SmallDisk.Ballast ballast = stage.disk().ballast(new Random(random.nextLong()));
        try {
            load(stage, MAX_LIFE);
        } finally {
            ballast.close();
        }
        int code = victim.exitCode();
        require(code == FAILED || code == KILLED, "a victim ended with " + code, stage);
        tally.cycle(code == FAILED || !unguarded);
    }

    /** Returns the options of a victim that must die at a point. */
    private List<String> fate(CrashPoint death, Stage stage) throws IOException {
        return switch (death.where) {
            case OUTSIDE -> List.of();
            case DISK, FILLING_DISK ->
                    new DiskFault(
                                    death == SMALL_DISK
                                            ? DiskFault.Kind.FULL
                                            : DiskFault.Kind.valueOf(death.name()),
                                    1 + random.nextInt(MAX_DISK_TIMES),
                                    random.nextInt(MAX_DELAY_MILLIS),
                                    random.nextLong())
                            .options(stage.folder());
            default ->
                    death.options(
                            1
                                    + random.nextInt(
                                            switch (death) {
                                                case BEFORE_ROLLBACK,
                                                        AFTER_ROLLBACK,
                                                        BEFORE_UNIT_ROLLBACK,
                                                        BEFORE_ONE_PHASE,
                                                        AFTER_ONE_PHASE ->
                                                        MAX_RARE_TIMES;
                                                case BEFORE_RECOVERED_COMMIT,
                                                        AFTER_RECOVERED_COMMIT ->
                                                        2;
                                                default -> MAX_TIMES;
                                            }));
        };
    }

    /** Lets clients put messages until the victim is dead or its time is over. */
    private void load(Stage stage, Duration life) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        try (QueueStore store = attached(stage)) {
            for (int i = 1; store != null && i <= CLIENTS; i++) {
                Random own = new Random(random.nextLong());
                int max = 1 + own.nextInt(MAX_MESSAGES);
                Client client = new Client(i, store, books, own, max, stage.scenario());
                threads.add(Thread.ofPlatform().start(client));
            }
            if (!victim.awaitDeath(life)) {
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
     * Waits for the victim; returns false if it died at its crash point before it was ready.
     *
     * @param mayRefuse whether it may also have ended by itself because its disk failed
     */
    private boolean awaitReady(Stage stage, Tally tally, boolean mayRefuse)
            throws InterruptedException {
        if (victim.awaitReady()) {
            typicalStart = victim.readyMillis();
            tally.started(victim);
            return true;
        }
        victim.awaitDeath(MAX_LIFE);
        if (mayRefuse) {
            victim.kill();
        } else {
            require(!victim.isAlive() && diedAtPoint(), "a victim did not start", stage);
        }
        return false;
    }

    /** Returns the results of each scenario and crash point so far. */
    public List<Tally> tallies() {
        return List.copyOf(tallies.values());
    }

    @Override
    public void close() throws IOException {
        if (victim != null) {
            victim.close();
        }
        stages.values().forEach(Stage::close);
        if (postgres != null) {
            postgres.close();
        }
    }
}
