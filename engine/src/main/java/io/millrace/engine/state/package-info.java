/**
 * Durable state of nodes: records that a node reads and changes in the unit of work of its message.
 *
 * <p>A record is a key, a value and optionally a due time. Changes take effect with the unit, or
 * not at all. The records are persistent messages on queues of any {@link
 * io.millrace.engine.queue.QueueStore}, with an index in memory. Nodes open a {@link
 * io.millrace.engine.state.State} with {@code NodeContext.state}. Start reading there, continue
 * with {@link io.millrace.engine.state.StateTable}.
 */
@NullMarked
package io.millrace.engine.state;

import org.jspecify.annotations.NullMarked;
