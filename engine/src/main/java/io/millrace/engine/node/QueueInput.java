package io.millrace.engine.node;

import io.millrace.engine.queue.QueueMessage;

/**
 * An input node that reads a queue or files. Such a node also accepts a message directly, for tests
 * and embedding programs.
 */
public interface QueueInput extends InputNode {

    /**
     * Accepts a message as if it had been read from the queue or file. The message is not in a unit
     * of work, and nothing is opened.
     */
    Delivery accept(QueueMessage message);
}
