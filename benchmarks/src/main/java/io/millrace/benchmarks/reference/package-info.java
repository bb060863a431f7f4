/**
 * Figures of IBM's published reports, read from the CSV files beside this package, whose README
 * names their sources.
 */
package io.millrace.benchmarks.reference;
