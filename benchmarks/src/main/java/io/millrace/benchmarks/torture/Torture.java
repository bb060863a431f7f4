package io.millrace.benchmarks.torture;

import io.millrace.benchmarks.drive.Postgres;
import io.millrace.benchmarks.torture.disk.DiskFault;
import io.millrace.benchmarks.torture.disk.SmallDisk;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.queue.QueueStore;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;

/**
 * Kills victims, round after round: a round is some deaths of one scenario at one crash point, and
 * then a victim that is left to do all its work, after which the books are balanced. It ends with
 * the plan's cycles, or with the first round whose books do not balance.
 */
public final class Torture implements AutoCloseable {

    private static final int CLIENTS = 2;
    private static final int MAX_MESSAGES = 150;

    /** Time after which a victim that has not reached its crash point is killed. */
    private static final Duration MAX_LIFE = Duration.ofSeconds(3);

    private static final int MAX_LOAD_MILLIS = 600;
    private static final int MAX_TIMES = 60;
    private static final int MAX_RARE_TIMES = 4;
    private static final int MAX_DISK_TIMES = 200;
    private static final int MAX_DARKENING_MILLIS = 400;
    private static final int FIRST_START_MILLIS = 1_500;

    /** Exit code of a process that got SIGKILL. */
    private static final int KILLED = 137;

    private final Plan plan;
    private final Random random;
    private final Consumer<String> progress;
    private final Map<Scenario, Stage> stages = new LinkedHashMap<>();
    private final Map<Scenario, Map<CrashPoint, Tally>> tallies = new LinkedHashMap<>();
    private final Books books = new Books();
    private Postgres postgres;
    private VictimProcess victim;
    private int done;
    private long typicalStart = FIRST_START_MILLIS;

    /**
     * @param progress receives a progress line from time to time
     */
    public Torture(Plan plan, Consumer<String> progress) {
        this.plan = plan;
        this.random = new Random(plan.seed());
        this.progress = progress;
    }

    /** A scenario and where it dies. */
    private record Round(Scenario scenario, CrashPoint point) {}

    /**
     * Runs the plan.
     *
     * @return the errors; empty if there are none
     * @throws TortureException if a victim does not start, or does not end its work
     */
    public List<Finding> run() throws IOException, SQLException, InterruptedException {
        List<Round> rounds = rounds();
        while (true) {
            for (Round round : rounds) {
                if (done >= plan.cycles()) {
                    return List.of();
                }
                List<Finding> findings = run(round, Math.min(plan.round(), plan.cycles() - done));
                if (!findings.isEmpty()) {
                    return findings;
                }
            }
        }
    }

    private List<Round> rounds() {
        List<Round> rounds = new ArrayList<>();
        for (Scenario scenario : plan.scenarios()) {
            for (CrashPoint point : plan.points()) {
                if (point.isIn(scenario)) {
                    rounds.add(new Round(scenario, point));
                }
            }
        }
        if (rounds.isEmpty()) {
            throw new TortureException("none of the scenarios comes to these crash points");
        }
        Collections.shuffle(rounds, random);
        return rounds;
    }

    private List<Finding> run(Round round, int cycles)
            throws IOException, SQLException, InterruptedException {
        Stage stage = stage(round.scenario());
        Tally tally =
                tallies.computeIfAbsent(round.scenario(), s -> new EnumMap<>(CrashPoint.class))
                        .computeIfAbsent(round.point(), p -> new Tally(round.scenario(), p));
        for (int i = 0; i < cycles; i++) {
            cycle(stage, deathOf(round, i), tally, round.point());
            done++;
        }
        victim = stage.start(List.of());
        awaitReady(stage, tally, false);
        int damaged = victim.finish();
        Remains remains = stage.remains();
        for (int i = 0; i < damaged; i++) {
            remains.inDoubt().add("a damaged unit");
        }
        List<Finding> findings = books.balance(remains, round.scenario().isOrdered());
        tally.balanced(books.size(), findings);
        progress.accept(
                "%5d of %d  %-10s %-28s %6d messages  %s"
                        .formatted(
                                done,
                                plan.cycles(),
                                round.scenario().name(),
                                round.point().label(),
                                books.size(),
                                findings.isEmpty() ? "balanced" : findings.size() + " FINDINGS"));
        if (findings.isEmpty()) {
            books.clear();
            stage.clear();
        }
        return findings;
    }

    /** Points that need data left by a death alternate with a point that leaves it. */
    private static CrashPoint deathOf(Round round, int cycle) {
        boolean first = cycle % 2 == 0;
        return switch (round.point().where()) {
            case RECOVERY -> first ? CrashPoint.AFTER_DECISION : round.point();
            case OUTSIDE -> first ? CrashPoint.ANY_MOMENT : round.point();
            default -> round.point();
        };
    }

    private Stage stage(Scenario scenario) throws IOException, SQLException, InterruptedException {
        Stage stage = stages.get(scenario);
        if (stage == null) {
            if (scenario.database() == Scenario.Database.POSTGRES && postgres == null) {
                postgres = Postgres.start(plan.folder().resolve("postgres"));
            }
            Path folder = plan.folder().resolve(scenario.name());
            stage = Stage.make(scenario, folder, postgres);
            stages.put(scenario, stage);
            if (scenario.isOnSmallDisk()) {
                progress.accept(
                        "the small disk is "
                                + stage.disk()
                                        .map(SmallDisk::type)
                                        .orElse("simulated: this process may not mount one"));
            }
            // What is made once is not what is to be tortured.
            victim = stage.start(List.of());
            if (!victim.awaitReady()) {
                throw new TortureException("a victim did not start; see " + stage.log());
            }
            victim.finish();
        }
        return stage;
    }

    private void cycle(Stage stage, CrashPoint death, Tally tally, CrashPoint point)
            throws IOException, InterruptedException {
        boolean outside = death.where() == CrashPoint.Where.OUTSIDE;
        if (death == CrashPoint.SMALL_DISK && stage.disk().isPresent()) {
            onSmallDisk(stage, stage.disk().get(), tally);
            return;
        }
        victim = stage.start(fate(death, stage));
        if (death == CrashPoint.STARTING) {
            long life = 1 + random.nextLong(typicalStart);
            victim.awaitDeath(Duration.ofMillis(life));
            victim.kill();
            tally.cycle(true);
            return;
        }
        Duration life = outside ? Duration.ofMillis(1 + random.nextInt(MAX_LOAD_MILLIS)) : MAX_LIFE;
        if (awaitReady(stage, tally, mayRefuse(death))) {
            load(stage, life);
        }
        boolean there =
                outside
                        || death == CrashPoint.FULL
                        || death == CrashPoint.SMALL_DISK
                        || Doom.isOf(victim.exitCode());
        tally.cycle(death == point && there);
    }

    private static boolean mayRefuse(CrashPoint death) {
        return death.where() == CrashPoint.Where.DISK
                || death.where() == CrashPoint.Where.SMALL_DISK;
    }

    /**
     * Runs a victim on a small disk. Every second victim is not guarded, so that writes of Artemis
     * itself find no space.
     */
    private void onSmallDisk(Stage stage, SmallDisk disk, Tally tally)
            throws IOException, InterruptedException {
        boolean unguarded = random.nextBoolean();
        victim = stage.start(List.of("-D" + Victim.UNGUARDED + "=" + unguarded));
        if (!victim.awaitReady()) {
            throw new TortureException("a victim did not start; see " + stage.log());
        }
        tally.started(victim.readyMillis(), victim.recoveryMicros());
        SmallDisk.Ballast ballast = disk.ballast(new Random(random.nextLong()));
        try {
            load(stage, MAX_LIFE);
        } finally {
            ballast.close();
        }
        int code = victim.exitCode();
        if (code != Victim.FAILED && code != KILLED) {
            throw new TortureException("a victim ended with " + code + "; see " + stage.log());
        }
        tally.cycle(code == Victim.FAILED || !unguarded);
    }

    /** Returns the options of a victim with a crash point. */
    private List<String> fate(CrashPoint death, Stage stage) throws IOException {
        return switch (death.where()) {
            case OUTSIDE -> List.of();
            case DISK, SMALL_DISK ->
                    new DiskFault(
                                    death == CrashPoint.SMALL_DISK
                                            ? DiskFault.Kind.FULL
                                            : DiskFault.Kind.valueOf(death.name()),
                                    1 + random.nextInt(MAX_DISK_TIMES),
                                    random.nextInt(MAX_DARKENING_MILLIS),
                                    random.nextLong())
                            .options(stage.folder());
            default -> List.of(Doom.option(death, times(death)));
        };
    }

    private int times(CrashPoint death) {
        return switch (death) {
            case BEFORE_ROLLBACK,
                    AFTER_ROLLBACK,
                    BEFORE_UNIT_ROLLBACK,
                    BEFORE_ONE_PHASE,
                    AFTER_ONE_PHASE ->
                    1 + random.nextInt(MAX_RARE_TIMES);
            case BEFORE_RECOVERED_COMMIT, AFTER_RECOVERED_COMMIT -> 1 + random.nextInt(2);
            default -> 1 + random.nextInt(MAX_TIMES);
        };
    }

    /** Has clients put messages until the victim is dead or its time is over. */
    private void load(Stage stage, Duration life) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        try (QueueStore store = attached(stage)) {
            for (int i = 1; store != null && i <= CLIENTS; i++) {
                Random own = new Random(random.nextLong());
                int most = 1 + own.nextInt(MAX_MESSAGES);
                threads.add(
                        Thread.ofPlatform()
                                .start(new Client(i, store, books, own, most, stage.scenario())));
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
            Optional<QueueStore> store = stage.attach();
            return store.orElse(null);
        } catch (MillraceException dead) {
            return null;
        }
    }

    /**
     * Waits for the victim; returns false if it died at its crash point before it was ready.
     *
     * @param mayRefuse whether it can also have ended by itself, because its disk failed
     */
    private boolean awaitReady(Stage stage, Tally tally, boolean mayRefuse)
            throws InterruptedException {
        if (victim.awaitReady()) {
            typicalStart = victim.readyMillis();
            tally.started(victim.readyMillis(), victim.recoveryMicros());
            return true;
        }
        victim.awaitDeath(MAX_LIFE);
        if (mayRefuse) {
            victim.kill();
        } else if (victim.isAlive() || !Doom.isOf(victim.exitCode())) {
            throw new TortureException("a victim did not start; see " + stage.log());
        }
        return false;
    }

    /** Returns the results of each scenario and crash point so far. */
    public List<Tally> tallies() {
        return tallies.values().stream().flatMap(t -> t.values().stream()).toList();
    }

    /** Returns the number of victims that have died. */
    public int cycles() {
        return done;
    }

    @Override
    public void close() throws IOException {
        if (victim != null) {
            victim.close();
        }
        for (Stage stage : stages.values()) {
            stage.close();
        }
        if (postgres != null) {
            postgres.close();
        }
    }
}
