/**
 * Proof that nothing is lost and nothing happens twice: a process that runs flows under load is
 * killed again and again, and the books are balanced by message.
 *
 * <p>Input: a {@link io.millrace.benchmarks.torture.Plan}. {@link
 * io.millrace.benchmarks.torture.Torture} starts a {@link io.millrace.benchmarks.torture.Victim} in
 * its own process, puts messages to it like any client, lets it die at a {@link
 * io.millrace.benchmarks.torture.CrashPoint}, and starts it again. Output: the {@link
 * io.millrace.benchmarks.torture.Books}, balanced with the remaining messages. The victim runs the
 * unchanged engine; it dies in wrappers around the interfaces through which the engine finds its
 * queues and its coordinator. Begin with {@code Torture}.
 */
package io.millrace.benchmarks.torture;
