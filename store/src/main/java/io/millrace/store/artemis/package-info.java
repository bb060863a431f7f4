/**
 * Queues over Apache Artemis: embedded in this process, or a broker elsewhere.
 *
 * <p>In come calls of the queue port; out go calls of the core client API. Begin with {@link
 * io.millrace.store.artemis.ArtemisStore}; it has a {@code Broker} (embedded or remote) for what
 * concerns whole queues, and sessions for messages; {@code MessageMapping} says what an MQMD is
 * among the properties of an Artemis message.
 */
package io.millrace.store.artemis;
