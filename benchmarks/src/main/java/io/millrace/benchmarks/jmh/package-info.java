/** Runs JMH benchmarks and converts what they measure to the format of results. */
package io.millrace.benchmarks.jmh;
