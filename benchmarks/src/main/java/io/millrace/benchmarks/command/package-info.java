/**
 * The command line of {@code ./millrace bench} and the measurements that are specific to one
 * command: comparisons side by side, JMH, and starts. Begin with {@link
 * io.millrace.benchmarks.command.Bench}; the texts of its help are in {@code help.properties}.
 */
package io.millrace.benchmarks.command;
