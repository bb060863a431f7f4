/**
 * The test of the MQSI V1.1 report: from files of records through queues and flows to files, with
 * the queue managers, queues and instances of its test cases. Begin with {@link
 * io.millrace.benchmarks.mqsi.Sweep}; {@link io.millrace.benchmarks.mqsi.Chain} is one run.
 */
package io.millrace.benchmarks.mqsi;
