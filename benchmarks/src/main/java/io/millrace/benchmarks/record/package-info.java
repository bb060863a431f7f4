/**
 * A record of 31 fields, as the sample {@code conversions} has it, read and written by Millrace and
 * by what else reads its format; and its conversions.
 *
 * <p>In come the same bytes for all that read a format; out go the same typed values. Begin with
 * {@link io.millrace.benchmarks.record.RecordPeer}.
 */
package io.millrace.benchmarks.record;
