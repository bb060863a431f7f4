/**
 * Benchmarks of work from bytes to bytes by Millrace and by other libraries with the same results:
 * the complex Compute node of the WMQI V2.1 report ({@link io.millrace.benchmarks.library.Peer}), a
 * record of 31 fields in several formats ({@link io.millrace.benchmarks.library.RecordPeer}, {@link
 * io.millrace.benchmarks.library.ConversionPeer}), and messages of SWIFT and X12 ({@link
 * io.millrace.benchmarks.library.InterchangePeer}).
 */
package io.millrace.benchmarks.library;
