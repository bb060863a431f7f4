/**
 * Tables and the page of results, with goals and the claims of IBM's reports. Goals, claims and
 * charts are YAML files beside this package. Begin with {@link
 * io.millrace.benchmarks.report.Report}.
 */
package io.millrace.benchmarks.report;
