/**
 * Observation of running flows: counters and trace events.
 *
 * <p>A flow has two sets of connections between the same nodes. Only the observed set calls a
 * {@link io.millrace.engine.observe.FlowObserver}. Nodes contain no statistics code.
 */
@NullMarked
package io.millrace.engine.observe;

import org.jspecify.annotations.NullMarked;
