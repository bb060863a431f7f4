/**
 * Queues on Apache Artemis: embedded in this process, or on a remote broker.
 *
 * <p>Input: calls of the queue API. Output: calls of the core client API. Start reading at {@link
 * io.millrace.store.artemis.ArtemisStore}. It has a {@code Broker} (embedded or remote) for
 * operations on whole queues, and sessions for messages. {@code MessageMapping} maps an MQMD to the
 * properties of an Artemis message.
 */
package io.millrace.store.artemis;
