package io.millrace.engine.queue;

import org.jspecify.annotations.Nullable;

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
 * @param index index of the queue; null if there is none. It requires a maxDepth of at most {@link
 *     QueueIndex#MAX_DEPTH}
 * @param rules further attributes
 */
public record QueueDefinition(
        String name,
        int maxDepth,
        boolean persistentByDefault,
        int backoutThreshold,
        String backoutQueue,
        @Nullable QueueIndex index,
        QueueRules rules) {

    public QueueDefinition {
        Objects.requireNonNull(backoutQueue);
        Objects.requireNonNull(rules);
        if (name.isBlank()) {
            throw new IllegalArgumentException("the name of a queue must not be empty");
        }
        if (index != null && !QueueIndex.isPossible(maxDepth)) {
            throw new IllegalArgumentException(QueueIndex.describe(maxDepth));
        }
    }

    /** Creates a definition of a queue with the default rules. */
    public QueueDefinition(
            String name,
            int maxDepth,
            boolean persistentByDefault,
            int backoutThreshold,
            String backoutQueue,
            @Nullable QueueIndex index) {
        this(
                name,
                maxDepth,
                persistentByDefault,
                backoutThreshold,
                backoutQueue,
                index,
                QueueRules.DEFAULTS);
    }

    /** Creates a definition of a queue without an index. */
    public QueueDefinition(
            String name,
            int maxDepth,
            boolean persistentByDefault,
            int backoutThreshold,
            String backoutQueue) {
        this(name, maxDepth, persistentByDefault, backoutThreshold, backoutQueue, null);
    }

    /** Returns a definition of a queue without a limit. Messages are persistent by default. */
    public static QueueDefinition named(String name) {
        return new QueueDefinition(name, 0, true, 0, "");
    }

    /** Returns this definition with an index and the maximum depth that an index requires. */
    public QueueDefinition withIndex(QueueIndex value, int maximum) {
        return new QueueDefinition(
                name, maximum, persistentByDefault, backoutThreshold, backoutQueue, value, rules);
    }

    /** Returns this definition with other rules. */
    public QueueDefinition withRules(QueueRules value) {
        return new QueueDefinition(
                name, maxDepth, persistentByDefault, backoutThreshold, backoutQueue, index, value);
    }

    /**
     * Returns the definition of a queue that is created from this model. Messages of a temporary
     * queue are not persistent by default.
     */
    public QueueDefinition dynamic(String queue) {
        boolean isTemporary = rules.model() != null && rules.model().isTemporary();
        return new QueueDefinition(
                queue,
                maxDepth,
                persistentByDefault && !isTemporary,
                backoutThreshold,
                backoutQueue,
                index,
                rules.dynamicOf(name));
    }

    /** Returns this definition for puts through an alias. */
    public QueueDefinition through(QueueDefinition aliasQueue) {
        return withRules(rules.through(aliasQueue.rules()));
    }
}
