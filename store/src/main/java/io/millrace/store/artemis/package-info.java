/**
 * Queues on Apache Artemis: embedded in this process, or on a remote broker.
 *
 * <p>Input: calls of the queue API. Output: calls of a broker. Begin with {@link
 * io.millrace.store.artemis.ArtemisStore}. It opens the broker of package {@code embedded} or
 * {@code remote}. Package {@code session} gets and puts messages.
 */
package io.millrace.store.artemis;
