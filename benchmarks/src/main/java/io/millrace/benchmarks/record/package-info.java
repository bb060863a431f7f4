/**
 * A record of 31 fields of the sample {@code conversions}, read, written and converted by Millrace
 * and by libraries for its formats. All readers of a format get the same bytes and return the same
 * values. Begin with {@link io.millrace.benchmarks.record.RecordPeer}.
 */
package io.millrace.benchmarks.record;
