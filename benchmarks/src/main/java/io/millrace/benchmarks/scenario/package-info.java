/**
 * The work of IBM's WMQI V2.1 performance report: for each scenario of its Appendix B the
 * application that does it, as a user would write it, its messages and its queues.
 *
 * <p>In come the rows of {@code wmqi-v21-node-costs.csv} and the files beside this package; out go
 * {@link io.millrace.benchmarks.scenario.Scenario}s for whoever drives them. Begin with {@link
 * io.millrace.benchmarks.scenario.Scenarios}.
 */
package io.millrace.benchmarks.scenario;
