package io.millrace.benchmarks.drive;

import java.util.Map;

/**
 * Commits of a contender.
 *
 * @param count number of commits
 * @param nanos total time from request to answer
 * @param messages in their transactions
 */
public record Commits(long count, long nanos, long messages) {

    /** Name of the result that contains the duration of a commit in microseconds. */
    public static final String COMMIT_MICROS = "commitMicros";

    static final Commits NONE = new Commits(0, 0, 0);

    private static final double NANOS_PER_MICRO = 1e3;

    Commits and(Commits others) {
        return new Commits(count + others.count, nanos + others.nanos, messages + others.messages);
    }

    Commits since(Commits before) {
        return new Commits(count - before.count, nanos - before.nanos, messages - before.messages);
    }

    /** Means, by their names in results; none if there were no commits. */
    Map<String, Double> means() {
        return count == 0
                ? Map.of()
                : Map.of(
                        COMMIT_MICROS,
                        nanos / NANOS_PER_MICRO / count,
                        UnitCounter.MESSAGES_IN_UNIT,
                        (double) messages / count);
    }
}
