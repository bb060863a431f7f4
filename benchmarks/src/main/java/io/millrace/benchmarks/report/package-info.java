/**
 * Tables and the page of results, with the goals and the claims of IBM's reports. Goals, claims and
 * charts are defined in YAML resources of this package. Begin with {@link
 * io.millrace.benchmarks.report.Report}.
 */
package io.millrace.benchmarks.report;
