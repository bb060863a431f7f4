package io.millrace.store.artemis.embedded;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.queue.PutRules;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.store.artemis.message.MessageMapping;

import org.apache.activemq.artemis.core.server.Queue;
import org.apache.activemq.artemis.core.server.impl.QueueImpl;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The indexes of the queues of an embedded broker. Safe for use by several threads. */
final class QueueIndexes {

    private final MessageMapping mapping;
    private final Map<String, MessageIndex> defined = new ConcurrentHashMap<>();

    QueueIndexes(MessageMapping mapping) {
        this.mapping = mapping;
    }

    /**
     * Checks that an existing queue can get the index of a definition. Artemis must have all
     * messages of the queue in memory.
     *
     * @param queue existing queue; null for a new one
     * @throws MillraceException with BAD_VALUE
     */
    static void check(QueueDefinition definition, Queue queue) {
        if (definition.index() != null
                && queue != null
                && queue.getPageSubscription().isStorePaging()) {
            throw new MillraceException(
                    ErrorCode.BAD_VALUE,
                    """
                    queue %s cannot have an index, because a part of its %s messages is in page \
                    files; consume or move its messages, then define the index\
                    """
                            .formatted(definition.name(), queue.getMessageCount()),
                    Insert.of(definition.name()));
        }
    }

    /**
     * Indexes an existing queue as a definition specifies. The time is proportional to the number
     * of its messages.
     */
    synchronized void define(QueueDefinition definition, Queue queue) {
        MessageIndex known = defined.get(definition.name());
        if (known != null && known.queue() == queue) {
            known.redefine(definition.index());
        } else if (definition.index() != null) {
            defined.put(
                    definition.name(),
                    new MessageIndex((QueueImpl) queue, definition.index(), mapping));
        }
    }

    synchronized void remove(String queue) {
        MessageIndex removed = defined.remove(queue);
        if (removed != null) {
            removed.endWaits();
        }
    }

    /** Returns the index of a queue. Throws BAD_VALUE if the queue has no index. */
    MessageIndex of(String queue) {
        MessageIndex index = defined.get(queue);
        if (index == null || !index.isActive()) {
            throw PutRules.noIndex(queue);
        }
        return index;
    }
}
