/**
 * Messages of EDIFACT, X12, HL7 and SWIFT, read and written by Millrace with the message sets of
 * the samples that take any message of a standard, and by the library for it that people use.
 *
 * <p>In come the same bytes; out go the same texts in the same order. Begin with {@link
 * io.millrace.benchmarks.standards.StandardPeer}.
 */
package io.millrace.benchmarks.standards;
