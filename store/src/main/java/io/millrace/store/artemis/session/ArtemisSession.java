package io.millrace.store.artemis.session;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.DestinationCounts;
import io.millrace.engine.queue.MessageIds;
import io.millrace.engine.queue.OpenUnits;
import io.millrace.engine.queue.PutRules;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueReader;
import io.millrace.engine.queue.QueueRules;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.work.UnitOfWork;
import io.millrace.store.artemis.broker.BrokerSession;
import io.millrace.store.artemis.broker.ResolvedQueue;
import io.millrace.store.artemis.connection.ConnectionPool.Mode;
import io.millrace.store.artemis.message.MessageMapping;
import io.millrace.store.artemis.units.UnitDecisions;
import io.millrace.store.home.StoreErrors;
import io.millrace.store.xa.LastResource;
import io.millrace.store.xa.XaParticipant;

import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.core.message.impl.CoreMessage;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.Lock;
import java.util.function.Predicate;

import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;

/**
 * The session of one thread. It has a transacted Artemis session for its units. A second Artemis
 * session, opened when first needed, is for operations that take effect immediately. A session
 * whose connection was lost is opened again on its next use. Then the broker has rolled back the
 * open unit, so this session can only roll it back.
 *
 * <p>In a coordinated unit, a session enlists itself before it acknowledges or sends the first
 * message, but not to receive messages. On an embedded broker, its commit determines the outcome of
 * the unit. On a remote broker, the session takes part in two-phase commit like any other resource.
 */
public final class ArtemisSession implements QueueSession, XaParticipant {

    private final StoreContext store;

    /** Unit that ends this session's work; null if the session ends it itself. */
    private final UnitOfWork coordinated;

    /**
     * Record of the coordinated units that this session's work decides; null if the work prepares.
     */
    private final UnitDecisions decisions;

    /** Work of the open unit, if its commit determines the outcome of the unit. */
    private DecidingTransaction work;

    private final List<ArtemisReader> readers = new ArrayList<>();
    private final Map<String, Integer> putToLimited = new HashMap<>();
    private final DestinationCache destinations;
    private final OpenUnits.Unit open;
    private boolean keepBackoutCounts;
    private BrokerSession unit;
    private BrokerSession immediate;
    private int generation;
    private boolean busy;

    /**
     * @param coordinated unit that ends the work of the session; null if the session ends it
     */
    public ArtemisSession(StoreContext store, UnitOfWork coordinated) {
        this.store = store;
        this.coordinated = coordinated;
        decisions = coordinated == null ? null : store.broker.decisions();
        destinations = new DestinationCache(store);
        open = store.units.of(Thread.currentThread().getName(), "this process");
        store.opened(this);
    }

    StoreContext store() {
        return store;
    }

    @Override
    public QueueReader reader(String queue) {
        ArtemisReader reader = new ArtemisReader(this, store.queue(queue));
        reader.open();
        readers.add(reader);
        return reader;
    }

    /**
     * {@inheritDoc}
     *
     * <p>The consumer holds the rejected messages until it is closed, so only one session at a time
     * searches a queue.
     */
    @Override
    public QueueMessage take(String queue, Predicate<QueueMessage> filter) {
        Lock lock = store.searchLock(queue);
        lock.lock();
        try {
            return QueueSession.super.take(queue, filter);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public QueueMessage take(String queue, Bytes id, Predicate<Mqmd> filter, long timeoutMillis) {
        // The reader is kept until the end of a unit that contains its message.
        try (ArtemisReader reader = new ArtemisReader(this, store.queue(queue))) {
            readers.add(reader);
            return reader.take(id, filter, timeoutMillis);
        }
    }

    /**
     * Returns a number that changes each time the unit's session is opened. Consumers of an older
     * generation are unusable.
     */
    int generation() {
        return generation;
    }

    /** Returns the session of the unit, opened again if it was lost. */
    BrokerSession unitLine() throws ActiveMQException {
        store.checkOpen();
        if (unit == null || unit.isClosed()) {
            if (busy) {
                // A new session would commit the rest of a unit whose beginning was rolled back.
                throw lost();
            }
            drop(unit);
            unit = null;
            Mode mode =
                    coordinated == null || decisions != null ? Mode.TRANSACTED : Mode.COORDINATED;
            unit = store.broker.open(mode);
            generation++;
        }
        return unit;
    }

    private BrokerSession immediateLine() throws ActiveMQException {
        store.checkOpen();
        if (immediate == null || immediate.isClosed()) {
            drop(immediate);
            immediate = null;
            immediate = store.broker.open(Mode.IMMEDIATE);
        }
        return immediate;
    }

    private MillraceException lost() {
        return StoreErrors.down(
                store.broker.label(), new IllegalStateException("the connection was lost"));
    }

    private static void drop(BrokerSession line) {
        if (line != null) {
            line.close();
        }
    }

    /**
     * Registers that the open session is about to receive or put a message, so there is a unit to
     * end. If the session was lost, it is not opened again, because the unit would commit without
     * the messages received by the old session.
     */
    void begin() {
        boolean begun = busy;
        busy = true;
        try {
            if (coordinated != null) {
                coordinated.enlist(this);
            }
        } catch (RuntimeException e) {
            busy = begun;
            throw e;
        }
    }

    /** Counts a received message. */
    void got(int bytes) {
        open.got(bytes);
    }

    /**
     * Returns the counts of the resolved queues. They are approximate if another thread calls this
     * method.
     */
    DestinationCounts destinations() {
        return destinations.counts();
    }

    @Override
    public void keepBackoutCounts() {
        keepBackoutCounts = true;
    }

    @Override
    public int maxUncommittedMessages() {
        return open.maxMessages();
    }

    @Override
    public boolean hasRoom() {
        return open.hasRoom();
    }

    @Override
    public String resourceName() {
        return store.resourceName();
    }

    @Override
    public XAResource resource() {
        try {
            return unitLine().resource();
        } catch (ActiveMQException e) {
            throw failed(e, "");
        }
    }

    @Override
    public Optional<LastResource> lastResource() {
        if (decisions == null) {
            return Optional.empty();
        }
        try {
            unitLine();
            work = new DecidingTransaction(this, decisions);
            return Optional.of(work);
        } catch (ActiveMQException e) {
            throw failed(e, "");
        }
    }

    /** Returns the session of the unit; null if the session, and therefore the unit, is lost. */
    BrokerSession openUnit() {
        return unit == null || unit.isClosed() ? null : unit;
    }

    /** Ends the unit's session: the broker rolls back what is not committed. */
    void dropUnit() {
        drop(unit);
        unit = null;
    }

    /** Rolls back the work of the unit's session. */
    void rollbackUnit() {
        BrokerSession open = openUnit();
        if (open == null) {
            return;
        }
        try {
            open.rollback();
        } catch (ActiveMQException | RuntimeException e) {
            // The broker rolls back by itself when the session ends.
            dropUnit();
        }
    }

    @Override
    public Optional<MillraceException> passing(XAException error) {
        if (store.hasFailed()) {
            return Optional.of(store.broker.failure());
        }
        if (error.getCause() instanceof ActiveMQException why) {
            String queues = String.join(", ", putToLimited.keySet());
            return Optional.of(store.failed(why, queues)).filter(UnitOfWork::isPassing);
        }
        boolean lost = error.errorCode == XAException.XAER_RMFAIL || openUnit() == null;
        return lost ? Optional.of(lost()) : Optional.empty();
    }

    @Override
    public Mqmd put(String queue, QueueMessage message, boolean inUnit) {
        PutRules.checkSize(queue, message, store.settings.maxMessageBytes());
        ResolvedQueue target = destinations.of(queue);
        PutRules.check(target.definition(), message.body().length());
        checkRoom(target, inUnit);
        Mqmd md = PutRules.settle(message.descriptor(), target.definition(), Instant.now());
        send(queue, target.address(), md, message, RoutingType.ANYCAST, inUnit);
        return md;
    }

    /**
     * Puts a message on each queue. If the broker is in this process, all queues without a limit
     * share one stored message. Readers derive the MsgId of each copy from the MsgId of the message
     * and the name of the queue.
     */
    @Override
    public void putToEach(Collection<String> queues, QueueMessage message, boolean inUnit) {
        Map<Boolean, List<ResolvedQueue>> together = new TreeMap<>();
        for (String name : queues) {
            ResolvedQueue target = destinations.of(name);
            if (target.definition().maxDepth() > 0
                    || !target.definition().rules().equals(QueueRules.DEFAULTS)) {
                put(name, message, inUnit);
            } else {
                boolean persistent = target.definition().persistentByDefault();
                together.computeIfAbsent(persistent, p -> new ArrayList<>()).add(target);
            }
        }
        together.forEach((persistent, targets) -> put(targets, persistent, message, inUnit));
    }

    private void put(
            List<ResolvedQueue> targets, boolean persistent, QueueMessage message, boolean inUnit) {
        Bytes body = message.body();
        try {
            BrokerSession line = inUnit ? unitLine() : immediateLine();
            BrokerSession.Copies copies = line.copies(body.length());
            if (targets.size() == 1 || copies == null) {
                targets.forEach(target -> put(target.name(), message, inUnit));
                return;
            }
            PutRules.checkSize(
                    targets.getFirst().name(), message, store.settings.maxMessageBytes());
            Mqmd md = PutRules.settle(message.descriptor(), persistent, Instant.now());
            CoreMessage sent = line.message(md.isPersistent(), MessageMapping.room(body));
            Bytes rest = store.mapping.write(md, body, RoutingType.ANYCAST, sent);
            if (MessageIds.isNone(message.descriptor().msgId())) {
                MessageMapping.writeCopied(sent);
            }
            if (inUnit) {
                begin();
                targets.forEach(target -> open.put(body.length()));
            }
            copies.send(targets, sent, rest);
            if (!inUnit) {
                store.checkSafe();
            }
        } catch (ActiveMQException e) {
            throw failed(e, targets.getFirst().name() + " and others");
        }
    }

    @Override
    public void publish(String topic, QueueMessage message, boolean inUnit) {
        PutRules.checkSize(topic, message, store.settings.maxMessageBytes());
        try {
            if (store.broker.mayHaveSubscribers(topic)) {
                Mqmd md = PutRules.settle(message.descriptor(), false, Instant.now());
                send(topic, SimpleString.of(topic), md, message, RoutingType.MULTICAST, inUnit);
            }
        } catch (ActiveMQException e) {
            throw failed(e, topic);
        }
    }

    private void send(
            String name,
            SimpleString address,
            Mqmd md,
            QueueMessage message,
            RoutingType routing,
            boolean inUnit) {
        Bytes body = message.body();
        try {
            BrokerSession line = inUnit ? unitLine() : immediateLine();
            CoreMessage sent = line.message(md.isPersistent(), MessageMapping.room(body));
            Bytes rest = store.mapping.write(md, body, routing, sent);
            if (message.failure() != null) {
                MessageMapping.writeFailure(sent, message.failure());
            }
            if (inUnit) {
                begin();
                open.put(body.length());
            }
            line.send(address, sent, rest);
            if (!inUnit) {
                store.checkSafe();
            }
        } catch (ActiveMQException e) {
            throw failed(e, name);
        }
    }

    /**
     * Checks that the queue has room. Artemis checks a limit only at the commit of the unit, but a
     * put above the limit must fail immediately.
     */
    private void checkRoom(ResolvedQueue target, boolean inUnit) {
        int max = target.definition().maxDepth();
        if (max > 0) {
            int own = putToLimited.getOrDefault(target.name(), 0);
            if (own >= max) {
                throw PutRules.unitTooLarge(target.name(), max);
            }
            if (store.broker.depth(target.name()) + own >= max) {
                throw PutRules.queueFull(target.name(), max);
            }
            if (inUnit) {
                putToLimited.put(target.name(), own + 1);
            }
        }
    }

    @Override
    public void commit() {
        if (!busy) {
            keepBackoutCounts = false;
            return;
        }
        if (coordinated != null) {
            coordinated.commit();
            return;
        }
        try {
            open.check();
            if (unit == null || unit.isClosed()) {
                throw lost();
            }
            unit.commit();
            store.checkSafe();
            readers.forEach(ArtemisReader::committed);
            ended();
        } catch (ActiveMQException e) {
            throw undone(failed(e, String.join(", ", putToLimited.keySet())));
        } catch (MillraceException e) {
            throw undone(e);
        }
    }

    /** Rolls back the work that could not be committed. */
    private MillraceException undone(MillraceException failure) {
        keepBackoutCounts |= UnitOfWork.isPassing(failure);
        rollback();
        return failure;
    }

    @Override
    public void rollback() {
        if (!busy) {
            keepBackoutCounts = false;
            return;
        }
        if (coordinated != null) {
            coordinated.rollback();
            return;
        }
        countBackouts();
        ended();
        rollbackUnit();
    }

    /**
     * Increments the backout counts of the messages that may be the cause, before messages are
     * returned to the queue.
     */
    private void countBackouts() {
        boolean increment = !keepBackoutCounts;
        readers.forEach(reader -> reader.backedOut(increment));
    }

    @Override
    public void committing() {
        open.check();
    }

    @Override
    public void rollingBack() {
        countBackouts();
    }

    @Override
    public void ended(boolean committed) {
        if (committed) {
            readers.forEach(ArtemisReader::committed);
        } else {
            // If the connection was lost, that caused the failure of the unit.
            keepBackoutCounts |= unit == null || unit.isClosed();
            countBackouts();
            if (work != null) {
                // Without this, the next unit would commit this work if the coordinator has not
                // ended it.
                work.rollback();
            }
        }
        work = null;
        ended();
    }

    private void ended() {
        busy = false;
        keepBackoutCounts = false;
        open.ended();
        putToLimited.clear();
        forgetClosedReaders();
    }

    MillraceException failed(ActiveMQException e, String queue) {
        if (StoreErrors.isConnectionLoss(e)) {
            dropUnit();
        }
        return store.failed(e, queue);
    }

    /**
     * Removes closed readers. A closed reader is kept until the end of the unit that holds messages
     * received by it.
     */
    void forgetClosedReaders() {
        readers.removeIf(ArtemisReader::isDone);
    }

    @Override
    public void close() {
        rollback();
        List.copyOf(readers).forEach(ArtemisReader::close);
        abandon();
        open.close();
        store.closed(this);
        destinations.clear();
    }

    /** Marks the session as ended because the store ends. The next call of its thread fails. */
    void abandon() {
        drop(unit);
        drop(immediate);
    }
}
