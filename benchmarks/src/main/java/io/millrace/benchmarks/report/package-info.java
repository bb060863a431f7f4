/**
 * The report: results beside what the published reports measured, goals, and what became of the
 * effects that they state.
 *
 * <p>In come {@link io.millrace.benchmarks.result.RunResult}s, out goes a {@link
 * io.millrace.benchmarks.page.Page}. Begin with {@link io.millrace.benchmarks.report.Report}; what
 * is stated is in {@code WmqiClaims} and {@code MqsiClaims}, what is aimed at in {@code Goals}.
 */
package io.millrace.benchmarks.report;
