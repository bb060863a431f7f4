/**
 * Drives scenarios as the reports did: clients put a request and then get any reply, to a flow and
 * to others who do the same work over the same broker, in turns.
 *
 * <p>In come {@link io.millrace.benchmarks.scenario.Scenario}s, out go {@link
 * io.millrace.benchmarks.result.ResultRow}s. Begin with {@link
 * io.millrace.benchmarks.drive.Measurement}; {@link io.millrace.benchmarks.drive.Place} is where
 * all of it happens.
 */
package io.millrace.benchmarks.drive;
