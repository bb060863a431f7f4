/**
 * Messages of EDIFACT, X12, HL7 and SWIFT, read and written by Millrace with the generic message
 * sets of the samples, and by a common library for each standard. Begin with {@link
 * io.millrace.benchmarks.standards.StandardPeer}.
 */
package io.millrace.benchmarks.standards;
