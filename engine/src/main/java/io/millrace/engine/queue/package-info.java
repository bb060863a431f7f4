/**
 * The port to queues and topics, and the in-memory store for tests and embedders.
 *
 * <p>Begin with {@link io.millrace.engine.queue.QueueStore}. Every store is held to the same
 * contract test.
 */
package io.millrace.engine.queue;
