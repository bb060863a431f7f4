/**
 * The conversion of messages of the queue API to messages of Artemis, and back, also for clients of
 * other protocols. Begin with {@link io.millrace.store.artemis.message.MessageMapping}.
 */
package io.millrace.store.artemis.message;
