/**
 * Benchmarks of Millrace: JMH classes of the engine, and their common classes. Begin with {@link
 * io.millrace.benchmarks.EngineBenchmark}.
 */
package io.millrace.benchmarks;
