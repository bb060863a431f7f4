package io.millrace.benchmarks.result;

/**
 * Times from a request to its reply, in microseconds.
 *
 * @param p50 median
 * @param p99 99th percentile
 * @param p999 99.9th percentile; needs 1,000 replies to be useful
 * @param max slowest reply
 * @param count number of replies
 */
public record ResponseTimes(double p50, double p99, double p999, double max, long count) {}
