/**
 * The commands of {@code ./millrace bench}, one class each: options and help. Begin with {@link
 * io.millrace.benchmarks.command.Bench}.
 */
package io.millrace.benchmarks.command;
