package io.millrace.store.artemis.embedded;

import io.millrace.store.artemis.backout.BackoutCounts;

import org.apache.activemq.artemis.core.server.MessageReference;
import org.apache.activemq.artemis.core.server.Queue;
import org.apache.activemq.artemis.core.transaction.Transaction;
import org.apache.activemq.artemis.core.transaction.TransactionOperationAbstract;
import org.apache.activemq.artemis.utils.collections.LinkedListIterator;

import java.util.HashSet;
import java.util.Set;

/**
 * Detects every removal of messages from the queues of an embedded broker: processed, got by a
 * client, expired, moved or cleared. Their backout counts are then no longer needed.
 */
final class RemovalListener {

    /**
     * Number of messages to search in a queue for those with counts, which are the first ones on
     * it.
     */
    private static final int LOOKED_AT = 100_000;

    private final BackoutCounts backouts;

    RemovalListener(BackoutCounts backouts) {
        this.backouts = backouts;
    }

    void messageAcknowledged(Transaction tx, MessageReference reference) {
        if (backouts.isEmpty()) {
            return;
        }
        String queue = reference.getQueue().getName().toString();
        long id = reference.getMessageID();
        if (!backouts.has(queue, id)) {
            return;
        }
        if (tx == null) {
            backouts.forget(queue, id);
        } else {
            tx.addOperation(
                    new TransactionOperationAbstract() {
                        @Override
                        public void afterCommit(Transaction committed) {
                            backouts.forget(queue, id);
                        }
                    });
        }
    }

    /** Removes the counts of messages that left a queue unobserved. */
    void forgetGone(String name, Queue queue) {
        if (queue == null) {
            backouts.forgetQueue(name);
            return;
        }
        Set<Long> gone = new HashSet<>(backouts.of(name));
        int looked = 0;
        try (LinkedListIterator<MessageReference> messages = queue.browserIterator()) {
            while (!gone.isEmpty() && looked < LOOKED_AT && messages.hasNext()) {
                gone.remove(messages.next().getMessageID());
                looked++;
            }
        }
        if (looked < LOOKED_AT) {
            queue.getDeliveringMessages()
                    .values()
                    .forEach(held -> held.forEach(m -> gone.remove(m.getMessageID())));
            gone.forEach(id -> backouts.forget(name, id));
        }
    }
}
