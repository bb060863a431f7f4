package io.millrace.store.artemis.embedded;

import io.millrace.engine.error.EventLog;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.store.artemis.broker.BrokerConsumer;
import io.millrace.store.artemis.broker.BrokerSession;
import io.millrace.store.artemis.broker.IndexedMessage;
import io.millrace.store.artemis.broker.ResolvedQueue;
import io.millrace.store.artemis.message.MessageMapping;
import io.millrace.store.home.Credentials;
import io.netty.buffer.Unpooled;

import org.apache.activemq.artemis.api.core.ActiveMQConnectionTimedOutException;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.ActiveMQIOErrorException;
import org.apache.activemq.artemis.api.core.ActiveMQInternalErrorException;
import org.apache.activemq.artemis.api.core.ActiveMQNonExistentQueueException;
import org.apache.activemq.artemis.api.core.ActiveMQTransactionRolledBackException;
import org.apache.activemq.artemis.api.core.Message;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.core.buffers.impl.ChannelBufferWrapper;
import org.apache.activemq.artemis.core.journal.impl.SimpleWaitIOCallback;
import org.apache.activemq.artemis.core.message.impl.CoreMessage;
import org.apache.activemq.artemis.core.persistence.OperationContext;
import org.apache.activemq.artemis.core.persistence.StorageManager;
import org.apache.activemq.artemis.core.postoffice.RoutingStatus;
import org.apache.activemq.artemis.core.server.ActiveMQMessageBundle;
import org.apache.activemq.artemis.core.server.ActiveMQServer;
import org.apache.activemq.artemis.core.server.LargeServerMessage;
import org.apache.activemq.artemis.core.server.MessageReference;
import org.apache.activemq.artemis.core.server.Queue;
import org.apache.activemq.artemis.core.server.RoutingContext;
import org.apache.activemq.artemis.core.server.ServerConsumer;
import org.apache.activemq.artemis.core.server.ServerSession;
import org.apache.activemq.artemis.core.server.impl.AckReason;
import org.apache.activemq.artemis.core.server.impl.QueueImpl;
import org.apache.activemq.artemis.core.server.impl.RoutingContextImpl;
import org.apache.activemq.artemis.core.server.impl.ServerConsumerImpl;
import org.apache.activemq.artemis.core.transaction.Transaction;
import org.apache.activemq.artemis.spi.core.protocol.RemotingConnection;
import org.apache.activemq.artemis.spi.core.protocol.SessionCallback;
import org.apache.activemq.artemis.spi.core.remoting.ReadyListener;
import org.slf4j.Logger;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

import javax.transaction.xa.XAResource;

/**
 * A session of the broker in this process. It calls the broker in the same way as the broker's
 * protocols do, but without encoding messages into packets. Calls wait only for the disk, not for
 * other threads.
 */
final class InVmSession implements BrokerSession {

    private static final Logger LOG = EventLog.of(InVmSession.class);

    /**
     * Maximum size in bytes of a body in memory. The broker stores a larger body in a separate
     * file.
     */
    private static final int MAX_IN_MEMORY = 100 << 10;

    private static final long PATIENCE_MILLIS = 30_000;

    /** Priority of consumers, the same for all consumers. */
    private static final int CONSUMER_PRIORITY = 0;

    /** An operation of the session. */
    interface Call<T> {
        T make(ServerSession session) throws Exception;
    }

    private final ActiveMQServer server;
    private final DiskSpace space;
    private final StorageManager storage;
    private final OperationContext context;
    private final QueueIndexes indexes;
    private final IndexedTakes takes = new IndexedTakes(this);
    private final boolean transacted;
    private final Map<Long, InVmConsumer> consumers = new ConcurrentHashMap<>();
    private ServerSession session;

    /**
     * Transaction that the next commit ends; null if calls take effect immediately. If another
     * thread closes the session, the session rolls back this transaction and briefly has a new
     * transaction, which must not be used.
     */
    private volatile Transaction unit;

    private volatile boolean closed;
    private long lastConsumer;

    private InVmSession(
            ActiveMQServer server, DiskSpace space, QueueIndexes indexes, boolean transacted) {
        this.server = server;
        this.indexes = indexes;
        this.space = space;
        this.transacted = transacted;
        storage = server.getStorageManager();
        context = storage.newContext(server.getExecutorFactory().getExecutor());
    }

    /**
     * Opens a session.
     *
     * @param space free-space check for copies that no session sends
     * @param indexes indexes of the queues
     * @param connection connection of this process to the server; ending it ends the session
     * @param transacted whether calls take effect at the commit, or each immediately
     */
    static InVmSession open(
            ActiveMQServer server,
            DiskSpace space,
            QueueIndexes indexes,
            RemotingConnection connection,
            Credentials credentials,
            boolean transacted)
            throws ActiveMQException {
        InVmSession line = new InVmSession(server, space, indexes, transacted);
        line.session =
                line.inContext(
                        () ->
                                server.createSession(
                                        UUID.randomUUID().toString(),
                                        credentials.user(),
                                        credentials.password(),
                                        MAX_IN_MEMORY,
                                        connection,
                                        !transacted,
                                        !transacted,
                                        false,
                                        false,
                                        null,
                                        line.new Deliveries(),
                                        false,
                                        line.context,
                                        Map.of(),
                                        null,
                                        null,
                                        false));
        // The user of this process has all rights, so puts need no check.
        line.session.disableSecurity();
        line.begin();
        line.session.start();
        return line;
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public BrokerConsumer consumer(ResolvedQueue queue, int window) throws ActiveMQException {
        long id = ++lastConsumer;
        InVmConsumer consumer = new InVmConsumer(this, id, window);
        consumers.put(id, consumer);
        try {
            consumer.of(
                    call(
                            s ->
                                    (ServerConsumerImpl)
                                            s.createConsumer(
                                                    id,
                                                    queue.address(),
                                                    null,
                                                    CONSUMER_PRIORITY,
                                                    false,
                                                    false,
                                                    -1)));
            return consumer;
        } catch (ActiveMQException e) {
            consumers.remove(id);
            throw e;
        }
    }

    /** Closes a consumer, and returns the messages that it has read ahead to the queue. */
    void closeConsumer(long id) throws ActiveMQException {
        if (consumers.remove(id) != null && !closed) {
            call(
                    s -> {
                        s.closeConsumer(id);
                        return null;
                    });
            awaitDisk();
        }
    }

    @Override
    public IndexedMessage take(ResolvedQueue queue, Bytes id, Predicate<Mqmd> filter, long millis)
            throws ActiveMQException {
        return takes.take(indexes.of(queue.name()), id, filter, millis);
    }

    /** Acknowledges a message without a consumer, effective at the commit of the session. */
    void acknowledge(QueueImpl queue, MessageReference message) throws ActiveMQException {
        call(
                s -> {
                    // Prevents another thread from closing the session meanwhile.
                    synchronized (s) {
                        if (closed || s.getCurrentTransaction() != unit) {
                            throw new ActiveMQTransactionRolledBackException(
                                    "the session was closed");
                        }
                        message.incrementDeliveryCount();
                        queue.acknowledge(unit, message, AckReason.NORMAL, null, true);
                    }
                    return null;
                });
    }

    @Override
    public CoreMessage message(boolean durable, int bytes) {
        // A larger body is not written to the buffer of the message.
        return new CoreMessage(0, Math.min(bytes, MAX_IN_MEMORY))
                .setType(Message.BYTES_TYPE)
                .setDurable(durable);
    }

    @Override
    public void send(SimpleString address, CoreMessage message, Bytes body)
            throws ActiveMQException {
        message.setAddress(address);
        call(
                s -> {
                    if (body.length() > MAX_IN_MEMORY) {
                        sendLarge(s, message, body);
                    } else {
                        write(body, message);
                        requireQueue(s.send(message, true, null), message);
                    }
                    return null;
                });
        if (!transacted) {
            awaitDisk();
        }
    }

    /** Checks that a message for a queue has reached it: a client can have deleted the queue. */
    private static void requireQueue(RoutingStatus result, Message message)
            throws ActiveMQException {
        if (result == RoutingStatus.NO_BINDINGS
                && message.getRoutingType() == RoutingType.ANYCAST) {
            throw new ActiveMQNonExistentQueueException(
                    "message rejected: unknown queue " + message.getAddress());
        }
    }

    private static void write(Bytes body, CoreMessage message) {
        message.getBodyBuffer().writeBytes(body.array(), body.start(), body.length());
    }

    /**
     * Sends a large message, after writing its body to a file. The JDK copies the bytes of each
     * write to a buffer, which the thread keeps, so the body is written in parts.
     */
    private void sendLarge(ServerSession to, CoreMessage message, Bytes body) throws Exception {
        LargeServerMessage large = storage.createCoreLargeMessage(storage.generateID(), message);
        try {
            for (int at = 0; at < body.length(); at += MessageMapping.FILE_BUFFER) {
                int count = Math.min(MessageMapping.FILE_BUFFER, body.length() - at);
                large.addBytes(
                        new ChannelBufferWrapper(
                                Unpooled.wrappedBuffer(body.array(), body.start() + at, count)));
            }
            large.toMessage().putLongProperty(Message.HDR_LARGE_BODY_SIZE, body.length());
            large.releaseResources(server.getConfiguration().isLargeMessageSync(), true);
            large.setStorageManager(storage);
            requireQueue(to.send(large.toMessage(), true, null), large.toMessage());
        } catch (Exception e) {
            large.deleteFile();
            throw e;
        }
    }

    @Override
    public Copies copies(int bytes) {
        return bytes <= MAX_IN_MEMORY ? this::sendToEach : null;
    }

    private void sendToEach(List<ResolvedQueue> queues, CoreMessage message, Bytes body)
            throws ActiveMQException {
        write(body, message);
        message.setAddress(queues.getFirst().address());
        space.check(message.getEncodeSize());
        call(
                s -> {
                    message.setMessageID(storage.generateID());
                    route(s, queues, message);
                    return null;
                });
        if (!transacted) {
            awaitDisk();
        }
    }

    /** Routes a message to several queues, as the broker does for the queues of one address. */
    private void route(ServerSession from, List<ResolvedQueue> queues, CoreMessage message)
            throws Exception {
        RoutingContext to =
                new RoutingContextImpl(transacted ? from.getCurrentTransaction() : null);
        for (ResolvedQueue queue : queues) {
            Queue found = server.locateQueue(queue.address());
            if (found == null) {
                throw ActiveMQMessageBundle.BUNDLE.noSuchQueue(queue.address());
            }
            to.addQueue(queue.address(), found);
        }
        try {
            server.getPostOffice().processRoute(message, to, true);
        } catch (Exception e) {
            // Some of the queues can already refer to the message.
            from.markTXFailed(e);
            throw e;
        }
    }

    private void begin() {
        unit = transacted ? session.getCurrentTransaction() : null;
    }

    @Override
    public void commit() throws ActiveMQException {
        Transaction ending = unit;
        try {
            call(
                    s -> {
                        // Like the session itself, prevents another thread from closing it
                        // meanwhile.
                        synchronized (s) {
                            if (s.getCurrentTransaction() != ending) {
                                throw new ActiveMQTransactionRolledBackException(
                                        "the session was closed");
                            }
                            s.commit();
                        }
                        return null;
                    });
        } finally {
            begin();
        }
        if (ending.getState() != Transaction.State.COMMITTED) {
            throw new ActiveMQTransactionRolledBackException("the unit was rolled back");
        }
        // The unit has committed, and must not be reported as failed because the disk is slow.
        awaitDisk(true);
    }

    @Override
    public void rollback() throws ActiveMQException {
        undo();
        begin();
        session.start();
    }

    /**
     * Returns the received messages to their queues. No message must arrive during this call or
     * after it.
     */
    private void undo() throws ActiveMQException {
        call(
                s -> {
                    s.stop();
                    consumers.values().forEach(InVmConsumer::clear);
                    s.rollback(false);
                    return null;
                });
        awaitDisk();
    }

    @Override
    public Transaction transaction() {
        return closed ? null : unit;
    }

    @Override
    public XAResource resource() {
        throw new IllegalStateException("queues of this process decide units; see UnitDecisions");
    }

    @Override
    public void close() {
        // After this call, no other thread can commit the transaction.
        closed = true;
        try {
            if (transacted) {
                // The session itself would roll back later, when others already read the queue.
                undo();
            }
        } catch (ActiveMQException e) {
            // The broker rolls back uncommitted work when it stops or starts.
        }
        try {
            call(
                    s -> {
                        s.close(false);
                        return null;
                    });
            awaitDisk();
        } catch (ActiveMQException e) {
            // As above.
        }
        ended();
    }

    private void ended() {
        closed = true;
        consumers.values().forEach(InVmConsumer::wake);
        takes.end();
    }

    /** Calls the session without waiting for pending disk writes. */
    <T> T call(Call<T> call) throws ActiveMQException {
        return inContext(
                () -> {
                    try {
                        return call.make(session);
                    } catch (ActiveMQIOErrorException e) {
                        session.markTXFailed(e);
                        throw e;
                    } catch (ActiveMQException e) {
                        throw e;
                    } catch (Exception e) {
                        session.markTXFailed(e);
                        throw e;
                    }
                });
    }

    private interface Step<T> {
        T make() throws Exception;
    }

    /**
     * Runs a step in the context of the session. An interrupt is restored afterwards: otherwise the
     * broker would stop waiting for its own threads.
     */
    private <T> T inContext(Step<T> step) throws ActiveMQException {
        boolean interrupted = Thread.interrupted();
        storage.setContext(context);
        try {
            return step.make();
        } catch (ActiveMQException e) {
            throw e;
        } catch (Exception e) {
            throw new ActiveMQInternalErrorException(String.valueOf(e.getMessage()), e);
        } finally {
            storage.clearContext();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void awaitDisk() throws ActiveMQException {
        awaitDisk(false);
    }

    /**
     * Waits until all previous operations are on disk and their callbacks have run. An interrupt
     * does not end the wait and is restored afterwards, because the outcome of a commit must be
     * known.
     *
     * @param patient whether to wait until the broker ends instead of the usual maximum time
     */
    private void awaitDisk(boolean patient) throws ActiveMQException {
        SimpleWaitIOCallback answer = new SimpleWaitIOCallback();
        context.executeOnCompletion(answer);
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
        boolean interrupted = false;
        boolean came = false;
        try {
            while (!came) {
                long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
                try {
                    came = answer.waitCompletion(Math.max(0, left));
                    if (!came && left <= 0) {
                        String late =
                                "the disk has not answered for "
                                        + PATIENCE_MILLIS / 1000
                                        + " seconds";
                        if (!patient || !server.isStarted()) {
                            throw new ActiveMQConnectionTimedOutException(late);
                        }
                        LOG.warn("{}; a unit of work waits for it", late);
                        end += TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
                    }
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** The callbacks of the broker for the session. */
    private final class Deliveries implements SessionCallback {

        @Override
        public boolean hasCredits(ServerConsumer consumer) {
            InVmConsumer to = consumers.get(consumer.getID());
            return to != null && to.hasRoom();
        }

        @Override
        public int sendMessage(MessageReference ref, ServerConsumer consumer, int deliveryCount) {
            InVmConsumer to = consumers.get(consumer.getID());
            if (to != null) {
                to.arrived(ref);
            }
            return 0;
        }

        @Override
        public int sendLargeMessage(
                MessageReference ref, ServerConsumer consumer, long bodySize, int deliveryCount) {
            throw new IllegalStateException(
                    "consumers of this session read large messages " + "completely");
        }

        @Override
        public int sendLargeMessageContinuation(
                ServerConsumer consumer, byte[] body, boolean continues, boolean requiresResponse) {
            throw new IllegalStateException(
                    "consumers of this session read large messages " + "completely");
        }

        @Override
        public void disconnect(ServerConsumer consumer, String why) {
            // The reader closes the consumer, also on the broker.
            InVmConsumer to = consumers.get(consumer.getID());
            if (to != null) {
                to.ended();
            }
        }

        @Override
        public void closed() {
            ended();
        }

        @Override
        public boolean isWritable(ReadyListener callback, Object protocolContext) {
            return true;
        }

        @Override
        public boolean updateDeliveryCountAfterCancel(
                ServerConsumer consumer, MessageReference ref, boolean failed) {
            return false;
        }

        @Override
        public void afterDelivery() {
            // No work was deferred.
        }

        @Override
        public void browserFinished(ServerConsumer consumer) {
            // Consumers of this session do not browse.
        }

        @Override
        public void sendProducerCreditsMessage(int credits, SimpleString address) {
            // Credits are never requested.
        }

        @Override
        public void sendProducerCreditsFailMessage(int credits, SimpleString address) {
            // Credits are never requested.
        }
    }
}
