/**
 * A disk that fails, for processes that are started to test this: it loses data that was not forced
 * when its power fails, rejects forces or writes, reports data as forced that is not, or is full.
 *
 * <p>Neither the engine nor Artemis depends on it. {@link
 * io.millrace.benchmarks.torture.disk.DiskAgent} is a Java agent that turns the calls by which
 * their classes write and force files into calls of {@link
 * io.millrace.benchmarks.torture.disk.Disk}, which follows a {@link
 * io.millrace.benchmarks.torture.disk.DiskFault}. Begin with that.
 */
package io.millrace.benchmarks.torture.disk;
