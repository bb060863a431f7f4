/**
 * What a measurement found: one format for all commands, as JSON.
 *
 * <p>In come figures, out go files that {@code bench report} and {@code bench compare} read. Begin
 * with {@link io.millrace.benchmarks.result.RunResult}; {@link
 * io.millrace.benchmarks.result.ResultFile} reads and writes it.
 */
package io.millrace.benchmarks.result;
