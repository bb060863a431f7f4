/** Runs JMH benchmarks and converts their results to the format of results. */
package io.millrace.benchmarks.jmh;
