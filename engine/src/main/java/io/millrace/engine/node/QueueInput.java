package io.millrace.engine.node;

import io.millrace.engine.queue.QueueMessage;

/**
 * An input node whose messages come from a queue, and that can be handed one without it: for tests
 * and embedders.
 */
public interface QueueInput extends InputNode {

    /**
     * Takes a message as if it had been read from the queue. It is in no unit of work; the node
     * opens no queue for it.
     */
    Delivery accept(QueueMessage message);
}
