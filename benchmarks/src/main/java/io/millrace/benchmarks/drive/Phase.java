package io.millrace.benchmarks.drive;

import io.millrace.benchmarks.result.ResponseTimes;

import org.HdrHistogram.Histogram;

/**
 * Results of the clients in a period of time.
 *
 * @param perSecond round trips per second: the sum over the clients of the rate of each
 * @param nanos response times
 */
record Phase(double perSecond, Histogram nanos) {

    private static final long MAX_NANOS = 120_000_000_000L;
    private static final int DIGITS = 3;
    private static final double NANOS_PER_MICRO = 1e3;

    static Histogram histogram() {
        return new Histogram(MAX_NANOS, DIGITS);
    }

    static void record(Histogram histogram, long nanos) {
        histogram.recordValue(Math.clamp(nanos, 0, MAX_NANOS));
    }

    /** Returns a histogram's figures in microseconds; null if it is empty. */
    static ResponseTimes times(Histogram h) {
        return h.getTotalCount() == 0
                ? null
                : new ResponseTimes(
                        h.getValueAtPercentile(50) / NANOS_PER_MICRO,
                        h.getValueAtPercentile(99) / NANOS_PER_MICRO,
                        h.getValueAtPercentile(99.9) / NANOS_PER_MICRO,
                        h.getMaxValue() / NANOS_PER_MICRO,
                        h.getTotalCount());
    }
}
