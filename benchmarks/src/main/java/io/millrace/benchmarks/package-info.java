/**
 * What Millrace costs, measured with JMH beside the same work done otherwise.
 *
 * <p>In come flows and messages of the samples; out go JMH's tables. Begin with {@link
 * io.millrace.benchmarks.RoundTripBenchmark}.
 */
package io.millrace.benchmarks;
