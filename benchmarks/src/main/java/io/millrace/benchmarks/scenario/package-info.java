/**
 * The work of the WMQI V2.1 report: for each scenario of its Appendix B an application as a user
 * would write it, its messages and its queues.
 *
 * <p>Input: the rows of the report and the files beside this package. Begin with {@link
 * io.millrace.benchmarks.scenario.Scenarios}.
 */
package io.millrace.benchmarks.scenario;
