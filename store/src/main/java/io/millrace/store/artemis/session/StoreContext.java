package io.millrace.store.artemis.session;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.queue.DestinationCounts;
import io.millrace.engine.queue.OpenUnits;
import io.millrace.engine.queue.PutRules;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueModel;
import io.millrace.engine.queue.QueueStoreSettings;
import io.millrace.store.artemis.backout.BackoutCounts;
import io.millrace.store.artemis.broker.ArtemisBroker;
import io.millrace.store.artemis.broker.ResolvedQueue;
import io.millrace.store.artemis.message.MessageMapping;
import io.millrace.store.home.StoreErrors;

import org.apache.activemq.artemis.api.core.ActiveMQException;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * An open store, as used by its sessions: the broker, the known queues and the open sessions. Safe
 * for use by several threads.
 */
public final class StoreContext {

    private static final int MAX_NAMES = 10_000;

    /** A full address in a message of Artemis. */
    private static final Pattern FULL = Pattern.compile("\"([^\"]+)\" is full");

    final ArtemisBroker broker;
    final MessageMapping mapping;
    final BackoutCounts backouts;
    final OpenUnits units;
    final QueueStoreSettings settings;

    /** Whether the store is notified of every deletion of a queue. */
    final boolean seesDeletions;

    private final AtomicLong version = new AtomicLong();
    private final Map<String, ResolvedQueue> known = new ConcurrentHashMap<>();

    /** Number of sessions of this process that have put messages on a queue. */
    private final Map<String, Integer> writers = new ConcurrentHashMap<>();

    private final Set<ArtemisSession> sessions = ConcurrentHashMap.newKeySet();
    private final Lock[] searches =
            Stream.generate(ReentrantLock::new).limit(64).toArray(Lock[]::new);
    private DestinationCounts ended = DestinationCounts.NONE;
    private volatile boolean closed;

    /**
     * @param embedded whether the broker is in this process
     */
    public StoreContext(
            ArtemisBroker broker,
            boolean embedded,
            MessageMapping mapping,
            BackoutCounts backouts,
            OpenUnits units,
            QueueStoreSettings settings) {
        this.broker = broker;
        this.mapping = mapping;
        this.backouts = backouts;
        this.units = units;
        this.settings = settings;
        seesDeletions = embedded;
    }

    /**
     * Returns the name of the resource (see {@link
     * io.millrace.store.xa.XaRecoverable#resourceName}).
     */
    public String resourceName() {
        // For embedded queues, the name needs no broker, because the log is in the same home
        // folder.
        return seesDeletions ? "queues" : "queues of " + broker.label();
    }

    /** Returns the lock for the search of messages on a queue. Queues can share a lock. */
    Lock searchLock(String queue) {
        return searches[Math.floorMod(queue.hashCode(), searches.length)];
    }

    /** An operation of the broker. */
    public interface Call<T> {
        T make() throws ActiveMQException;
    }

    /** Calls the broker, and converts its exceptions to exceptions of an operation on a queue. */
    public <T> T call(String queue, Call<T> call) {
        try {
            return call.make();
        } catch (ActiveMQException e) {
            throw failed(e, queue);
        }
    }

    /** Creates a queue, or changes its limits. */
    public void create(QueueDefinition definition) {
        call(
                definition.name(),
                () -> {
                    broker.create(definition);
                    if (definition.rules().isWithoutMessages()) {
                        known.remove(definition.name());
                    } else {
                        known.put(definition.name(), new ResolvedQueue(definition));
                    }
                    return version.incrementAndGet();
                });
    }

    public void delete(String queue) {
        call(
                queue,
                () -> {
                    forget(queue);
                    broker.delete(queue);
                    return null;
                });
        backouts.forgetQueue(queue);
    }

    private void forget(String queue) {
        known.remove(queue);
        version.incrementAndGet();
    }

    /** Returns the queue with a name; throws UNKNOWN_QUEUE if it does not exist. */
    public ResolvedQueue queue(String name) {
        ResolvedQueue found = find(name);
        if (found == null) {
            throw unknown(name);
        }
        return found;
    }

    /** Returns the exception for a queue that does not exist. */
    public MillraceException unknown(String name) {
        Collection<String> names;
        try {
            names = broker.queues();
        } catch (ActiveMQException e) {
            names = List.of();
        }
        return PutRules.unknownQueue(name, names.size() > MAX_NAMES ? List.of() : names);
    }

    /**
     * Returns the queue with a name; null if it does not exist. Queues that this store created are
     * cached. Other queues are requested from the broker each time, because they can be deleted.
     */
    public ResolvedQueue find(String name) {
        ResolvedQueue found = known.get(name);
        if (found != null) {
            return found;
        }
        checkOpen();
        return call(name, () -> broker.exists(name) ? resolved(broker.definition(name)) : null);
    }

    /** Returns a queue or, for an alias, its target queue; null if the target does not exist. */
    private ResolvedQueue resolved(QueueDefinition definition) throws ActiveMQException {
        if (definition.rules().isModel()) {
            throw QueueModel.noMessages(definition.name());
        }
        if (!definition.rules().isAlias()) {
            return new ResolvedQueue(definition);
        }
        String target = definition.rules().alias();
        QueueDefinition queue = broker.definition(target);
        return broker.exists(target) && !queue.rules().isWithoutMessages()
                ? new ResolvedQueue(queue.through(definition))
                : null;
    }

    /** Adds to the number of sessions that put messages on a queue. */
    void countWriters(String queue, int added) {
        writers.merge(queue, added, (a, b) -> a + b == 0 ? null : a + b);
    }

    /** Returns the number of sessions of this process that have put messages on a queue. */
    public int writers(String queue) {
        return writers.getOrDefault(queue, 0);
    }

    void opened(ArtemisSession session) {
        sessions.add(session);
    }

    synchronized void closed(ArtemisSession session) {
        if (sessions.remove(session)) {
            ended = ended.plus(session.destinations());
        }
    }

    /** Returns the counts of all sessions, including closed ones. */
    public synchronized DestinationCounts destinations() {
        return sessions.stream()
                .map(ArtemisSession::destinations)
                .reduce(ended, DestinationCounts::plus);
    }

    /** Returns a number that changes whenever this store creates, changes or deletes a queue. */
    long version() {
        return version.get();
    }

    /** Whether the store has failed permanently. */
    boolean hasFailed() {
        return broker.failure() != null;
    }

    /**
     * Checks that the store has not failed, because a store whose disk has failed reports each
     * operation as done.
     */
    void checkSafe() {
        MillraceException failure = broker.failure();
        if (failure != null) {
            throw failure;
        }
    }

    public void checkOpen() {
        checkSafe();
        if (closed) {
            throw StoreErrors.closed(broker.label());
        }
    }

    /** Ends all sessions; returns false if the store was closed before. */
    public boolean close() {
        boolean first = !closed;
        closed = true;
        if (first) {
            units.close();
            sessions.forEach(ArtemisSession::abandon);
        }
        return first;
    }

    /** Returns the Millrace exception for an exception of Artemis in an operation on a queue. */
    MillraceException failed(ActiveMQException e, String queue) {
        if (hasFailed()) {
            return broker.failure();
        }
        String text = String.valueOf(e.getMessage());
        if (text.contains(ErrorCode.STORE_DISK_FULL.id())) {
            // Independent of the type, because the client of Artemis wraps errors for large
            // messages.
            return StoreErrors.putRefused(text, e);
        }
        return switch (e.getType()) {
            case ADDRESS_FULL ->
                    text.contains(ErrorCode.PUT_INHIBITED.id())
                            ? PutRules.putInhibited(queue)
                            : full(e, queue);
            case QUEUE_DOES_NOT_EXIST, ADDRESS_DOES_NOT_EXIST -> {
                forget(queue);
                yield PutRules.unknownQueue(queue, List.of());
            }
            case MAX_CONSUMER_LIMIT_EXCEEDED -> PutRules.notShareable(queue);
            case SECURITY_EXCEPTION, CLUSTER_SECURITY_EXCEPTION ->
                    StoreErrors.notAuthorized(
                            broker.connections().credentials().user(), queue, broker.label(), e);
            default -> broker.down(e);
        };
    }

    /**
     * Returns the exception for a full queue, or for a full disk if Artemis itself rejected the
     * message.
     *
     * @param given queue of the operation; empty if it is known only to the broker
     */
    private MillraceException full(ActiveMQException e, String given) {
        Matcher named = FULL.matcher(String.valueOf(e.getMessage()));
        String queue = given.isEmpty() && named.find() ? named.group(1) : given;
        ResolvedQueue found = known.get(queue);
        return broker.impediment()
                .map(why -> new MillraceException(ErrorCode.STORE_DISK_FULL, why, e))
                .orElseGet(() -> full(queue, found == null ? null : found.definition()));
    }

    private MillraceException full(String queue, QueueDefinition definition) {
        if (definition == null) {
            return PutRules.queueFull(queue, 0);
        }
        boolean memory = definition.index() != null && broker.depth(queue) < definition.maxDepth();
        return memory
                ? PutRules.memoryFull(queue)
                : PutRules.queueFull(queue, definition.maxDepth());
    }
}
