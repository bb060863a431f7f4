/** Compares two runs and finds rows that are slower by more than the noise. */
package io.millrace.benchmarks.compare;
