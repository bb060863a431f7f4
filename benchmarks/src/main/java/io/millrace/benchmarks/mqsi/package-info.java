/**
 * The test of IBM's report on MQSI V1.1 for AIX: from files of records through queues and flows to
 * files of records, with as many queue managers, queues and instances as its test cases have.
 *
 * <p>In come {@link io.millrace.benchmarks.mqsi.Case}s, out go {@link
 * io.millrace.benchmarks.result.ResultRow}s with their {@link io.millrace.benchmarks.mqsi.Books}.
 * Begin with {@link io.millrace.benchmarks.mqsi.Sweep}; {@link io.millrace.benchmarks.mqsi.Chain}
 * is what happens in one run.
 */
package io.millrace.benchmarks.mqsi;
