/**
 * The interface to queues and topics, and the in-memory store for tests and embedding programs.
 *
 * <p>Start reading at {@link io.millrace.engine.queue.QueueStore}. One contract test applies to
 * every store.
 */
@NullMarked
package io.millrace.engine.queue;

import org.jspecify.annotations.NullMarked;
