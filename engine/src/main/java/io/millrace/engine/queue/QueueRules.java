package io.millrace.engine.queue;

import org.jspecify.annotations.Nullable;

/**
 * Further attributes of a queue, in addition to those of {@link QueueDefinition}.
 *
 * @param description description, for information only
 * @param alias queue for which the name stands (TARGET of an alias queue); empty for a queue with
 *     messages of its own
 * @param maxMessageBytes maximum size of a message in bytes (MAXMSGL); 0 for the limit of the
 *     broker
 * @param priority priority of messages with priority "as queue" (DEFPRTY), 0 to 9
 * @param inhibitPut whether puts are rejected with PUT_INHIBITED (PUT DISABLED)
 * @param inhibitGet whether readers receive no messages (GET DISABLED). Readers wait until the
 *     value is false
 * @param shareable whether several readers can open the queue (SHARE)
 * @param expiryCapMillis maximum time to expiry of a message in milliseconds (CAPEXPRY); 0 for no
 *     maximum
 * @param thresholds thresholds at which events are reported
 * @param model attributes of a model; null for other queues
 * @param dynamicOf model from which the queue was created; empty for other queues
 */
public record QueueRules(
        String description,
        String alias,
        int maxMessageBytes,
        int priority,
        boolean inhibitPut,
        boolean inhibitGet,
        boolean shareable,
        long expiryCapMillis,
        QueueThresholds thresholds,
        @Nullable QueueModel model,
        String dynamicOf) {

    public static final QueueRules DEFAULTS =
            new QueueRules("", "", 0, PutRules.DEFAULT_PRIORITY, false, false, true, 0);

    /** Creates the rules of a queue that is neither a model nor dynamic. */
    public QueueRules(
            String description,
            String alias,
            int maxMessageBytes,
            int priority,
            boolean inhibitPut,
            boolean inhibitGet,
            boolean shareable,
            long expiryCapMillis,
            QueueThresholds thresholds) {
        this(
                description,
                alias,
                maxMessageBytes,
                priority,
                inhibitPut,
                inhibitGet,
                shareable,
                expiryCapMillis,
                thresholds,
                null,
                "");
    }

    /** Creates rules without thresholds. */
    public QueueRules(
            String description,
            String alias,
            int maxMessageBytes,
            int priority,
            boolean inhibitPut,
            boolean inhibitGet,
            boolean shareable,
            long expiryCapMillis) {
        this(
                description,
                alias,
                maxMessageBytes,
                priority,
                inhibitPut,
                inhibitGet,
                shareable,
                expiryCapMillis,
                QueueThresholds.NONE);
    }

    /** Whether the queue is only another name of a queue. */
    public boolean isAlias() {
        return !alias.isEmpty();
    }

    /** Whether dynamic queues are created from the queue. */
    public boolean isModel() {
        return model != null;
    }

    /** Whether the name is that of an alias or a model, which have no messages. */
    public boolean isWithoutMessages() {
        return isAlias() || isModel();
    }

    /** Whether the queue was created from a model. */
    public boolean isDynamic() {
        return !dynamicOf.isEmpty();
    }

    /** Returns these rules for a queue that was created from a model; empty for other queues. */
    public QueueRules dynamicOf(String modelName) {
        return new QueueRules(
                description,
                alias,
                maxMessageBytes,
                priority,
                inhibitPut,
                inhibitGet,
                shareable,
                expiryCapMillis,
                thresholds,
                null,
                modelName);
    }

    /** Returns these rules for puts through an alias, which can inhibit them. */
    QueueRules through(QueueRules aliasRules) {
        return new QueueRules(
                description,
                alias,
                maxMessageBytes,
                priority,
                inhibitPut || aliasRules.inhibitPut,
                inhibitGet,
                shareable,
                expiryCapMillis,
                thresholds,
                model,
                dynamicOf);
    }
}
