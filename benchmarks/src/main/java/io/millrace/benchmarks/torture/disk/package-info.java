/**
 * A disk that fails, for processes that are started to see it fail: it loses what was not forced
 * when its power goes, refuses to force or to write, says that it has forced what it has not, or is
 * full.
 *
 * <p>Nothing of the engine or of Artemis knows of it. {@link
 * io.millrace.benchmarks.torture.disk.DiskAgent} is a Java agent that turns the calls by which
 * their classes write and force files into calls of {@link
 * io.millrace.benchmarks.torture.disk.Disk}, which follows a {@link
 * io.millrace.benchmarks.torture.disk.DiskFault}. Begin with that.
 */
package io.millrace.benchmarks.torture.disk;
