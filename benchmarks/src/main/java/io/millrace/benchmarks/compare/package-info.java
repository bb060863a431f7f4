/**
 * Tells what became slower between two runs, beyond the noise.
 *
 * <p>In come two {@link io.millrace.benchmarks.result.RunResult}s, out goes a {@link
 * io.millrace.benchmarks.compare.Change} for each row that both have. Begin with {@link
 * io.millrace.benchmarks.compare.Comparison}.
 */
package io.millrace.benchmarks.compare;
