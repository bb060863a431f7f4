package io.millrace.engine.queue;

import org.jspecify.annotations.Nullable;

/**
 * A cursor over the messages of a queue, which stay on the queue. Only one thread at a time can use
 * the browser.
 */
public interface QueueBrowser extends AutoCloseable {

    /**
     * Returns a copy of the next message. Messages in units of work are omitted. A message that
     * arrives or returns before the position of the cursor, for example one with a higher priority,
     * may be omitted.
     *
     * @return null if the cursor is at the end; a further call returns messages that arrive later
     */
    @Nullable QueueMessage next();

    @Override
    void close();
}
