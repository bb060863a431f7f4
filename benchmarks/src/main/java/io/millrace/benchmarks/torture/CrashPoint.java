package io.millrace.benchmarks.torture;

/** Point at which the victim dies. */
public enum CrashPoint {
    /** Killed from outside, at a random moment under load. */
    ANY_MOMENT("any moment", Where.OUTSIDE),
    /** Killed from outside while it starts: in the loading of journals or in the recovery. */
    STARTING("while it starts", Where.OUTSIDE),
    /** A second or later message of a unit was just taken. */
    IN_BATCH("inside a batch", Where.QUEUES),
    /** A message has been put, and the unit continues. */
    AFTER_PUT("after a put", Where.QUEUES),
    BEFORE_COMMIT("before the commit", Where.QUEUES),
    AFTER_COMMIT("after the commit", Where.QUEUES),
    BEFORE_ROLLBACK("before the rollback", Where.QUEUES),
    AFTER_ROLLBACK("after the rollback", Where.QUEUES),
    /** The heap is exhausted after a put, by something that has no limit. */
    EXHAUSTED("the heap is exhausted", Where.QUEUES),
    BEFORE_PREPARE("before the first prepare", Where.COORDINATION),
    /** A database has prepared, and the queues have no decision. */
    AFTER_PREPARE("after a prepare", Where.COORDINATION),
    /** The queues have stored the decision, before the request to commit. */
    BEFORE_DECISION("before the deciding commit", Where.COORDINATION),
    /** The queues have committed, and Narayana has not heard of it. */
    AFTER_DECISION("after the deciding commit", Where.COORDINATION),
    /** The queues have committed, before the request to commit to a database. */
    BETWEEN_COMMITS("between branch commits", Where.COORDINATION),
    /** All have committed, and the decision is still there. */
    BEFORE_FORGET("before the decision is forgotten", Where.COORDINATION),
    AFTER_UNIT("after the unit", Where.COORDINATION),
    BEFORE_ONE_PHASE("before a one-phase commit", Where.COORDINATION),
    AFTER_ONE_PHASE("after a one-phase commit", Where.COORDINATION),
    BEFORE_UNIT_ROLLBACK("before a unit's rollback", Where.COORDINATION),
    /** The first end of a branch in the recovery; the process before died after the decision. */
    BEFORE_RECOVERED_COMMIT("before a recovered commit", Where.RECOVERY),
    AFTER_RECOVERED_COMMIT("after a recovered commit", Where.RECOVERY),
    /** Data that was not forced to the disk is lost, except for some sectors. */
    POWER("the power goes", Where.DISK),
    /** The power fails a moment after the disk failed to force data. */
    FORCE_FAILS("forcing fails, power goes", Where.DISK),
    /** The power fails a moment after the disk began to reject all writes. */
    WRITE_FAILS("writing fails, power goes", Where.DISK),
    /** A write finds no space; then the process is killed. */
    FULL("the disk is full", Where.DISK),
    /** Its disk has no free space from time to time; the process ends by itself, or is killed. */
    SMALL_DISK("the disk fills and drains", Where.SMALL_DISK);

    /** Seam of the victim that implements a point. */
    enum Where {
        OUTSIDE,
        QUEUES,
        COORDINATION,
        RECOVERY,
        DISK,
        SMALL_DISK
    }

    private final String label;
    private final Where where;

    CrashPoint(String label, Where where) {
        this.label = label;
        this.where = where;
    }

    public String label() {
        return label;
    }

    Where where() {
        return where;
    }

    /** Whether a scenario can reach the point. */
    boolean isIn(Scenario scenario) {
        if (scenario.isOnSmallDisk()) {
            return where == Where.SMALL_DISK;
        }
        return switch (where) {
            case SMALL_DISK -> false;
            case OUTSIDE, DISK -> true;
            case QUEUES ->
                    !scenario.isCoordinated() && (this != EXHAUSTED || scenario.exhaustsMemory());
            case COORDINATION, RECOVERY -> scenario.isCoordinated();
        };
    }
}
