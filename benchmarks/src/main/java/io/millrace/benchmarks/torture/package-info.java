/**
 * A test that no message is lost or processed twice. A process that runs flows under load is killed
 * repeatedly, and each message is checked.
 *
 * <p>{@link io.millrace.benchmarks.torture.Torture} starts a {@link
 * io.millrace.benchmarks.torture.Victim} in its own process, puts messages to it, crashes it at a
 * {@link io.millrace.benchmarks.torture.CrashPoint}, starts it again, and checks the remaining
 * messages. The victim runs the unchanged engine. The crash points are in proxies of the interfaces
 * by which the engine uses queues and the coordinator, and in a {@link
 * io.millrace.benchmarks.torture.Disk} that fails. Begin with {@code Torture}.
 */
package io.millrace.benchmarks.torture;
