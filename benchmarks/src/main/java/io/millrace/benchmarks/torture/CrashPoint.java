package io.millrace.benchmarks.torture;

import static io.millrace.benchmarks.torture.CrashPoint.Where.*;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

/** A point at which the victim crashes. */
public enum CrashPoint {
    /** The victim is killed from outside, at a random moment under load. */
    ANY_MOMENT(OUTSIDE),
    /** The victim is killed from outside while it loads journals or recovers. */
    STARTING(OUTSIDE),
    /** After the second or a later message of a unit was received. */
    IN_BATCH(QUEUES),
    /** After a put, before the end of the unit. */
    AFTER_PUT(QUEUES),
    BEFORE_COMMIT(QUEUES),
    AFTER_COMMIT(QUEUES),
    BEFORE_ROLLBACK(QUEUES, 4),
    AFTER_ROLLBACK(QUEUES, 4),
    /** After a put, when the heap is exhausted by data without a limit. */
    EXHAUSTED(QUEUES),
    BEFORE_PREPARE(COORDINATION),
    /** A database has prepared, but the queues have no decision. */
    AFTER_PREPARE(COORDINATION),
    /** The queues have stored the decision, but have not committed. */
    BEFORE_DECISION(COORDINATION),
    /** The queues have committed, but Narayana has not been notified. */
    AFTER_DECISION(COORDINATION),
    /** The queues have committed, but a database has not. */
    BETWEEN_COMMITS(COORDINATION),
    /** All participants have committed, but the decision still exists. */
    BEFORE_FORGET(COORDINATION),
    AFTER_UNIT(COORDINATION),
    BEFORE_ONE_PHASE(COORDINATION, 4),
    AFTER_ONE_PHASE(COORDINATION, 4),
    BEFORE_UNIT_ROLLBACK(COORDINATION, 4),
    /** Before the recovery ends the first branch, after a crash that followed the decision. */
    BEFORE_RECOVERED_COMMIT(RECOVERY, 2),
    AFTER_RECOVERED_COMMIT(RECOVERY, 2),
    /** The power fails: data that was not forced is lost, except for some sectors. */
    POWER(DISK, 200),
    /** The power fails shortly after a forced write failed. */
    FORCE_FAILS(DISK, 200),
    /** The power fails shortly after all writes began to fail. */
    WRITE_FAILS(DISK, 200),
    /** The disk is full from some write onward. The process is killed later. */
    FULL(DISK, 200),
    /** The disk fills and empties. The process ends by itself, or is killed. */
    SMALL_DISK(FILLING_DISK, 200);

    /** The part of the victim that contains a crash point. */
    enum Where {
        OUTSIDE,
        QUEUES,
        COORDINATION,
        RECOVERY,
        DISK,
        FILLING_DISK
    }

    /** Exit code of a process that ended at the crash point. */
    static final int HALTED = 9;

    /** Exit code after an out-of-memory error or a failure of the broker. */
    static final int FAILED = 3;

    private static final String POINT = "millrace.torture.point";
    private static final String TIMES = "millrace.torture.times";
    private static final AtomicInteger LEFT = new AtomicInteger(Integer.getInteger(TIMES, 0));

    final Where where;

    /** Maximum number of times that the victim reaches the point before it crashes. */
    final int maxTimes;

    CrashPoint(Where where) {
        this(where, 60);
    }

    CrashPoint(Where where, int maxTimes) {
        this.where = where;
        this.maxTimes = maxTimes;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** Whether a scenario can reach this point. */
    boolean isIn(Scenario scenario) {
        return switch (where) {
            case FILLING_DISK -> scenario.smallDisk();
            case OUTSIDE, DISK -> !scenario.smallDisk();
            case QUEUES ->
                    !scenario.smallDisk()
                            && !scenario.isCoordinated()
                            && (this != EXHAUSTED || scenario.exhaustsMemory());
            case COORDINATION, RECOVERY -> scenario.isCoordinated();
        };
    }

    /**
     * Returns the options that make a process crash when it reaches this point for the n-th time.
     */
    List<String> options(int times) {
        return List.of("-D" + POINT + "=" + name(), "-D" + TIMES + "=" + times);
    }

    /** Ends this process abnormally if it must crash at this point. */
    void reached() {
        if (name().equals(System.getProperty(POINT)) && LEFT.decrementAndGet() == 0) {
            List<byte[]> hoard = new ArrayList<>();
            while (this == EXHAUSTED) {
                hoard.add(new byte[1 << 16]);
            }
            // Like a kill: no shutdown hooks run and nothing is flushed.
            Runtime.getRuntime().halt(HALTED);
        }
    }
}
