/**
 * What the reports on WMQI V2.1 and MQSI V1.1 measured, as they print it: historical figures of
 * machines of 2000 and 2002.
 *
 * <p>In come the CSV files beside this package, out go rows. Begin with {@link
 * io.millrace.benchmarks.reference.NodeCosts}. The files that begin with {@code mqsi-v11-aix} are
 * from <em>MQSeries Integrator for AIX V1.1 - Maximizing persistent message throughput</em>,
 * version 1.0, February 2000, Figures 3, 7 and 8; {@code wmqi-v21-node-costs.csv} is Appendix B of
 * <em>IBM WebSphere MQ Integrator for z/OS V2.1 - Performance Report</em>, version 1.1, April 2002.
 */
package io.millrace.benchmarks.reference;
