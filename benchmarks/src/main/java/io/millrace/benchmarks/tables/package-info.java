/**
 * The scenarios of the WMQI V2.1 report as JMH benchmarks. The parameter {@code row} names a piece
 * of work; one operation is one message.
 */
package io.millrace.benchmarks.tables;
