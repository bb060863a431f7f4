package io.millrace.engine.queue;

import java.util.Objects;

/**
 * A queue to be created.
 *
 * @param name as {@link QueueName} describes, to be created; queues that other programs create may
 *     have other names
 * @param maxDepth messages that it may hold; 0 for no limit
 * @param persistentByDefault what persistence "as queue" means
 * @param backoutThreshold BOTHRESH: how often a message may be backed out before it is moved; 0 if
 *     not said
 * @param backoutQueue BOQNAME; empty if not said
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
