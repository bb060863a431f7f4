/**
 * What a running flow tells of itself: counters and trace events.
 *
 * <p>A flow has two wirings of the same nodes; only the observed one calls a {@link
 * io.millrace.engine.observe.FlowObserver}. Nodes contain no statistics code.
 */
package io.millrace.engine.observe;
