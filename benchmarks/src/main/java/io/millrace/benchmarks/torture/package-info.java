/**
 * Proof that nothing is lost and nothing happens twice: a process that runs flows under load is
 * killed again and again, and the books are balanced by message.
 *
 * <p>{@link io.millrace.benchmarks.torture.Torture} starts a {@link
 * io.millrace.benchmarks.torture.Victim} in a process of its own, puts messages to it, lets it die
 * at a {@link io.millrace.benchmarks.torture.CrashPoint}, starts it again, and gives the books what
 * it left. The victim runs the unchanged engine; it dies in proxies of the interfaces through which
 * the engine finds its queues and its coordinator, and on a {@link
 * io.millrace.benchmarks.torture.Disk} that fails. Begin with {@code Torture}.
 */
package io.millrace.benchmarks.torture;
