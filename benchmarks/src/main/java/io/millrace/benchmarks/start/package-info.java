/**
 * How long a user waits: from the launcher to the first message. {@link
 * io.millrace.benchmarks.start.Starts} starts it again and again.
 */
package io.millrace.benchmarks.start;
