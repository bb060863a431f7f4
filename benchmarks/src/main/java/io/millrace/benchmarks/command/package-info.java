/**
 * The command line of {@code ./millrace bench} and the measurements that are specific to one
 * command: side-by-side comparisons, JMH, and start times. Begin with {@link
 * io.millrace.benchmarks.command.Bench}. The help texts are in {@code help.properties}.
 */
package io.millrace.benchmarks.command;
