package io.millrace.benchmarks.compare;

import io.millrace.benchmarks.result.Work;

/**
 * A row of two runs.
 *
 * @param who whose row it is
 * @param measure what is compared: {@code to the bare loop}, or {@code a second} where the runs
 *     have no bare loop beside it
 * @param before the figure of the old run
 * @param after of the new one
 * @param low the lower end of the confidence interval of {@code after / before}
 * @param high the upper end
 */
public record Change(
        Work work,
        String who,
        String measure,
        double before,
        double after,
        double low,
        double high,
        Verdict verdict) {

    /** {@code after / before}. */
    public double factor() {
        return after / before;
    }
}
