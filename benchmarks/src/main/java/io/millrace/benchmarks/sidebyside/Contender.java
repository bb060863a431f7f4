package io.millrace.benchmarks.sidebyside;

import java.util.Map;

/**
 * One of several contenders for the same work.
 *
 * @param who name in results
 * @param benchmark class and method of a JMH benchmark, below the package of the benchmarks: {@code
 *     complex.ComplexComputeBenchmark.bytesToBytes}
 * @param parameters values of {@code @Param} fields by name; other fields have their first value
 * @param units number of parts that should each have the same cost; mostly 1
 */
public record Contender(String who, String benchmark, Map<String, String> parameters, int units) {}
