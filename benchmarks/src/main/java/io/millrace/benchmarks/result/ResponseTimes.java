package io.millrace.benchmarks.result;

/**
 * From the put of a request to its reply, in microseconds.
 *
 * @param p50 half of the replies came within
 * @param p99 99 of 100
 * @param p999 999 of 1,000
 * @param max the slowest
 * @param count of replies; p999 says little below 1,000
 */
public record ResponseTimes(double p50, double p99, double p999, double max, long count) {}
