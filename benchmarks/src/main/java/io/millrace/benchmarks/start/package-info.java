/**
 * The time from the launcher to the first message. Begin with {@link
 * io.millrace.benchmarks.start.Starts}.
 */
package io.millrace.benchmarks.start;
