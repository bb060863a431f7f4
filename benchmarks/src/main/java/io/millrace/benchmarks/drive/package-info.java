/**
 * Runs the scenarios of the WMQI report in the same way as the report: each client puts a request
 * and then gets any reply. A flow and other contenders do the same work over the same broker, in
 * turns.
 *
 * <p>Input: {@link io.millrace.benchmarks.drive.Scenario}s, from {@code scenarios.yaml} and the
 * rows of the report. Output: {@link io.millrace.benchmarks.result.ResultRow}s. Begin with {@link
 * io.millrace.benchmarks.drive.Measurement}.
 */
package io.millrace.benchmarks.drive;
