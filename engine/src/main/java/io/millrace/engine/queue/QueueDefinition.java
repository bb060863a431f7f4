package io.millrace.engine.queue;

import java.util.Objects;

/**
 * A queue to be created.
 *
 * @param name as {@link QueueName} describes, to be created; queues that other programs create may
 *     have other names
 * @param maxDepth messages that it may hold; 0 for no limit
 * @param persistentByDefault whether messages with persistence "as queue" are persistent
 * @param backoutThreshold BOTHRESH: maximum number of backouts of a message before it is moved; 0
 *     if not specified
 * @param backoutQueue BOQNAME; empty if not specified
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
            throw new IllegalArgumentException("a queue needs a name");
        }
    }

    /** Returns a definition of a queue without limit, with persistence as the default. */
    public static QueueDefinition named(String name) {
        return new QueueDefinition(name, 0, true, 0, "");
    }
}
