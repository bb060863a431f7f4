/**
 * Figures of published reports that are not rows of scenarios: those of MQSI V1.1.
 *
 * <p>In come the CSV files beside this package, whose README names their sources; out go rates.
 * Begin with {@link io.millrace.benchmarks.reference.AixRates}. The tables of WMQI V2.1 are {@link
 * io.millrace.benchmarks.scenario.ReportRow}s.
 */
package io.millrace.benchmarks.reference;
