package io.millrace.benchmarks.result;

/**
 * A run at a fixed rate: requests have intended times, and a response time counts from there, so
 * that what is late because of an earlier one is seen (no coordinated omission).
 *
 * @param targetPerSecond the rate that was asked for
 * @param reachedPerSecond the rate that came about
 * @param times from the intended time of the request to its reply
 */
public record RatedRun(double targetPerSecond, double reachedPerSecond, ResponseTimes times) {}
