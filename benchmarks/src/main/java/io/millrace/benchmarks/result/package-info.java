/**
 * Results of measurements, in one JSON format for all commands. Begin with {@link
 * io.millrace.benchmarks.result.RunResult}.
 */
package io.millrace.benchmarks.result;
