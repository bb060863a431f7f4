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
 * A listener for all removals of messages from the queues of an embedded broker: processed,
 * received by a client, expired, moved or cleared. It removes their backout counts.
 */
final class RemovalListener {

    /** Number of messages at the beginning of a queue to search for messages with counts. */
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

    /**
     * Removes the counts of messages that are no longer on a queue and whose removal was not
     * reported.
     */
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
