/**
 * Proof that nothing is lost and nothing happens twice: a process that runs flows under load is
 * killed again and again, and the books are balanced by message.
 *
 * <p>In comes a {@link io.millrace.benchmarks.torture.Plan}; {@link
 * io.millrace.benchmarks.torture.Torture} starts a {@link io.millrace.benchmarks.torture.Victim} in
 * a process of its own, puts messages to it as any client does, has it die at a {@link
 * io.millrace.benchmarks.torture.CrashPoint}, starts it again, and gives the {@link
 * io.millrace.benchmarks.torture.Books} what is there in the end. The victim runs the engine as it
 * is; it dies in wrappers around the interfaces through which the engine finds its queues and its
 * coordinator. Begin with {@code Torture}.
 */
package io.millrace.benchmarks.torture;
