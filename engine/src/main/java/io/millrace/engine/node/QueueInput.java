package io.millrace.engine.node;

import io.millrace.engine.queue.QueueMessage;

/**
 * An input node that reads a queue. It also accepts a message directly, for tests and embedding
 * programs.
 */
public interface QueueInput extends InputNode {

    /**
     * Accepts a message as if it had been read from the queue. The message is not in a unit of
     * work, and the queue is not opened.
     */
    Delivery accept(QueueMessage message);
}
