/**
 * Operations on the messages of queues that commands and the administration API share: move, replay
 * and purge with a filter, and messages as JSON.
 *
 * <p>Input: a queue store. Output: moved messages, or JSON. Begin with {@link
 * io.millrace.server.queue.MessageMove} and {@link io.millrace.server.queue.MessageJson}.
 */
package io.millrace.server.queue;
