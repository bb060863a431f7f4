package io.millrace.engine.queue;

import java.util.Objects;

/**
 * A queue to be created.
 *
 * @param name name as described in {@link QueueName}; queues that other programs create can have
 *     other names
 * @param maxDepth maximum number of messages on the queue; 0 for no limit
 * @param persistentByDefault whether messages with persistence "as queue" are persistent
 * @param backoutThreshold maximum number of backouts of a message before it is moved (BOTHRESH); 0
 *     if not specified
 * @param backoutQueue backout queue (BOQNAME); empty if not specified
 */
public record QueueDefinition(
        String name,
        int maxDepth,
        boolean persistentByDefault,
        int backoutThreshold,
        String backoutQueue) {

    public QueueDefinition {
        Objects.requireNonNull(backoutQueue);
        if (name.isBlank()) {
            throw new IllegalArgumentException("the name of a queue must not be empty");
        }
    }

    /** Returns a definition of a queue without a limit. Messages are persistent by default. */
    public static QueueDefinition named(String name) {
        return new QueueDefinition(name, 0, true, 0, "");
    }
}
