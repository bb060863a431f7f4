/**
 * Observation of running flows: counters and trace events.
 *
 * <p>A flow has two wirings of the same nodes. Only the observed wiring calls a {@link
 * io.millrace.engine.observe.FlowObserver}. Nodes contain no statistics code.
 */
@NullMarked
package io.millrace.engine.observe;

import org.jspecify.annotations.NullMarked;
