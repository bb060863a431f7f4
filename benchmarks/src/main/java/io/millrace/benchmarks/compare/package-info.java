/** Compares two runs and finds what became slower, beyond the noise. */
package io.millrace.benchmarks.compare;
