package io.millrace.store.artemis.embedded;

import io.millrace.engine.queue.QueueDefinition;

import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.Message;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.core.io.IOCallback;
import org.apache.activemq.artemis.core.server.ActiveMQMessageBundle;
import org.apache.activemq.artemis.core.server.ActiveMQServer;
import org.apache.activemq.artemis.core.server.LargeServerMessage;
import org.apache.activemq.artemis.core.server.Queue;
import org.apache.activemq.artemis.core.server.RouteContextList;
import org.apache.activemq.artemis.core.server.RoutingContext;
import org.apache.activemq.artemis.core.transaction.Transaction;
import org.apache.activemq.artemis.core.transaction.TransactionOperationAbstract;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToLongFunction;

/**
 * A limit of the depth of queues for all senders. Artemis itself can limit only addresses without
 * paging, whose messages must all fit into memory. Uncommitted messages count.
 *
 * <p>A message is counted here until the queue counts it. This must be the last check before a
 * message is routed, because a message that a later check rejects would remain counted.
 */
final class DepthLimits {

    /** The limit of one queue, and the messages in transit to it. */
    private static final class Limit {
        private final AtomicLong arriving = new AtomicLong();
        private volatile long maxDepth;
    }

    private final Map<SimpleString, Limit> limits = new ConcurrentHashMap<>();
    private final ToLongFunction<Queue> settledDepth;
    private ActiveMQServer server;

    /**
     * @param settledDepth function that returns the depth of a queue after it has counted the
     *     arrived messages
     */
    DepthLimits(ToLongFunction<Queue> settledDepth) {
        this.settledDepth = settledDepth;
    }

    void registered(ActiveMQServer to) {
        server = to;
    }

    void set(QueueDefinition definition) {
        SimpleString queue = SimpleString.of(definition.name());
        if (definition.maxDepth() > 0 && !definition.rules().isWithoutMessages()) {
            limits.computeIfAbsent(queue, q -> new Limit()).maxDepth = definition.maxDepth();
        } else {
            limits.remove(queue);
        }
    }

    void remove(String queue) {
        limits.remove(SimpleString.of(queue));
    }

    /** Returns the maximum depth of a queue that has reached it; 0 for other queues. */
    long reached(String name) {
        SimpleString address = SimpleString.of(name);
        Limit limit = limits.get(address);
        Queue queue = limit == null ? null : server.locateQueue(address);
        return queue != null && queue.getMessageCount() >= limit.maxDepth ? limit.maxDepth : 0;
    }

    /**
     * Returns the queue with a limit to which a message is routed. It is the only queue at its
     * address.
     */
    private Queue limited(RoutingContext context) {
        if (limits.isEmpty()) {
            return null;
        }
        for (RouteContextList to : context.getContexListing().values()) {
            Queue queue = limited(to.getDurableQueues());
            queue = queue == null ? limited(to.getNonDurableQueues()) : queue;
            if (queue != null) {
                return queue;
            }
        }
        return null;
    }

    private Queue limited(List<Queue> queues) {
        for (Queue queue : queues) {
            if (limits.containsKey(queue.getName())) {
                return queue;
            }
        }
        return null;
    }

    void beforeMessageRoute(Message message, RoutingContext context) throws ActiveMQException {
        Queue queue = limited(context);
        Limit limit = queue == null ? null : limits.get(queue.getName());
        if (limit == null) {
            return;
        }
        long arriving = limit.arriving.incrementAndGet();
        if (arriving + queue.getMessageCount() <= limit.maxDepth) {
            return;
        }
        // Messages can be counted twice, or can have left the queue.
        long depth = settledDepth.applyAsLong(queue);
        if (limit.arriving.get() + depth <= limit.maxDepth) {
            return;
        }
        limit.arriving.decrementAndGet();
        ActiveMQException full =
                ActiveMQMessageBundle.BUNDLE.addressIsFull(queue.getName().toString());
        throw refuse(full, message, context);
    }

    /**
     * Marks the unit of a refused message for rollback, and deletes the file of a large message.
     *
     * @return the exception
     */
    static ActiveMQException refuse(
            ActiveMQException refusal, Message message, RoutingContext context)
            throws ActiveMQException {
        if (context.getTransaction() != null) {
            context.getTransaction().markAsRollbackOnly(refusal);
        }
        if (message instanceof LargeServerMessage large) {
            deleteFile(large);
        }
        return refusal;
    }

    private static void deleteFile(LargeServerMessage message) throws ActiveMQException {
        try {
            message.deleteFile();
        } catch (ActiveMQException e) {
            throw e;
        } catch (Exception e) {
            throw new ActiveMQException(String.valueOf(e.getMessage()), e, null);
        }
    }

    void afterMessageRoute(RoutingContext context) {
        Queue queue = limited(context);
        Limit limit = queue == null ? null : limits.get(queue.getName());
        if (limit == null) {
            return;
        }
        Transaction unit = context.getTransaction();
        if (unit != null && unit.getState() != Transaction.State.COMMITTED) {
            unit.addOperation(new Arrival(limit, queue));
        } else {
            server.getStorageManager().afterCompleteOperations(new Arrival(limit, queue));
        }
    }

    void onMessageRouteException(RoutingContext context) {
        Queue queue = limited(context);
        Limit limit = queue == null ? null : limits.get(queue.getName());
        if (limit != null) {
            limit.arriving.decrementAndGet();
        }
    }

    /** An operation that runs after Artemis has passed the message to the queue's thread. */
    private static final class Arrival extends TransactionOperationAbstract implements IOCallback {

        private final Limit limit;
        private final Queue queue;

        private Arrival(Limit limit, Queue queue) {
            this.limit = limit;
            this.queue = queue;
        }

        @Override
        public void afterCommit(Transaction unit) {
            done();
        }

        @Override
        public void afterRollback(Transaction unit) {
            limit.arriving.decrementAndGet();
        }

        /** Removes the message from the count after the queue's thread has counted it. */
        @Override
        public void done() {
            try {
                queue.getExecutor().execute(limit.arriving::decrementAndGet);
            } catch (RejectedExecutionException e) {
                limit.arriving.decrementAndGet();
            }
        }

        @Override
        public void onError(int code, String message) {
            limit.arriving.decrementAndGet();
        }
    }
}
