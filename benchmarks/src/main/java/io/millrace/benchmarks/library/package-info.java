/**
 * Benchmarks of work from bytes to bytes by Millrace and by other libraries with the same results:
 * the complex Compute node of the WMQI V2.1 report ({@link io.millrace.benchmarks.library.Peer}),
 * and a record of 31 fields in several formats ({@link io.millrace.benchmarks.library.RecordPeer},
 * {@link io.millrace.benchmarks.library.ConversionPeer}).
 */
package io.millrace.benchmarks.library;
