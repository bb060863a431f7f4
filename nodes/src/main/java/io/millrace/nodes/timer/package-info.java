/**
 * Nodes that start flows at scheduled times. TimeoutControl stores requests in the state of a
 * timer, from which TimeoutNotification receives them when they are due.
 *
 * <p>Start reading at {@link io.millrace.nodes.timer.TimeoutNotification} and {@link
 * io.millrace.nodes.timer.Timer}.
 */
package io.millrace.nodes.timer;
