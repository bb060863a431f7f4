/**
 * Runs JMH's benchmarks and puts what they found into results' one format.
 *
 * <p>In come a pattern and options, out go {@link io.millrace.benchmarks.result.ResultRow}s. Begin
 * with {@link io.millrace.benchmarks.jmh.JmhRun}; how a benchmark's name and parameters become a
 * row is in {@code Measured}.
 */
package io.millrace.benchmarks.jmh;
