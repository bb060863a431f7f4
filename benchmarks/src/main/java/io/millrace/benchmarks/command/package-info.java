/**
 * The commands of {@code ./millrace bench}, a class each: options and help; the work is in the
 * packages beside this one.
 *
 * <p>In come arguments, out go tables and result files. Begin with {@link
 * io.millrace.benchmarks.command.Bench}.
 */
package io.millrace.benchmarks.command;
