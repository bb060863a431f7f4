package io.millrace.benchmarks.sidebyside;

/**
 * A piece of work, and who does it beside whom.
 *
 * @param id for result files and patterns, for example {@code complex-compute-4k}
 * @param subject whose time is divided
 * @param standard by whose time
 * @param goal the ratio that is not to be exceeded
 */
public record Comparison(String id, Contender subject, Contender standard, double goal) {}
