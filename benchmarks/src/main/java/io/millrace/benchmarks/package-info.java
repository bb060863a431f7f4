/**
 * Benchmarks of Millrace: JMH classes of the engine, and what they share. Begin with {@link
 * io.millrace.benchmarks.EngineBenchmark}.
 */
package io.millrace.benchmarks;
