package io.millrace.benchmarks.result;

/**
 * A run at a fixed rate. Response times count from the intended time of a request, so that delays
 * caused by an earlier request are included (no coordinated omission).
 *
 * @param targetPerSecond intended rate
 * @param reachedPerSecond actual rate
 * @param times from the intended time of the request to its reply
 */
public record RatedRun(double targetPerSecond, double reachedPerSecond, ResponseTimes times) {

    private static final double MIN_SHARE = 0.95;

    /** Whether less than 95 % of the intended rate was reached. */
    public boolean hasMissedRate() {
        return reachedPerSecond < MIN_SHARE * targetPerSecond;
    }
}
