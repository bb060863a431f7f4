/**
 * Drives scenarios as the reports did: clients put a request and then get any reply. A flow and
 * other contenders do the same work over the same broker, in turns.
 *
 * <p>Input: {@link io.millrace.benchmarks.scenario.Scenario}s. Output: {@link
 * io.millrace.benchmarks.result.ResultRow}s. Begin with {@link
 * io.millrace.benchmarks.drive.Measurement}.
 */
package io.millrace.benchmarks.drive;
