package io.millrace.engine.state;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.queue.QueueName;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.queue.QueueStore;
import io.millrace.engine.setting.LimitUse;
import io.millrace.engine.work.UnitOfWork;

import java.time.Clock;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * The states of the nodes of a broker, stored on the broker's queues. Safe for use by several
 * threads.
 *
 * <p>The records of a state are on the queue SYSTEM.STATE. followed by the name of the state. They
 * are as durable as messages of the queue store; in a store in memory, they end with the process.
 */
public final class StateStore {

    /** Characters that the name of a queue cannot contain. */
    private static final Pattern OTHER = Pattern.compile("[^A-Za-z0-9._/%-]");

    private static final int DIGEST_LENGTH = 12;

    private final QueueStore queues;
    private final Clock clock;
    private final KeyLocks locks;

    /** Open states. A flow shares them with the flow that replaces it. */
    private final Map<String, StateTable> tables = new HashMap<>();

    private final Map<UnitOfWork, UnitChanges> units = new ConcurrentHashMap<>();

    public StateStore(QueueStore queues, Clock clock) {
        this(queues, clock, KeyLocks.MAX_WAIT_MILLIS);
    }

    StateStore(QueueStore queues, Clock clock, long maxWaitMillis) {
        this.queues = queues;
        this.clock = clock;
        locks = new KeyLocks(maxWaitMillis);
    }

    /**
     * Opens a state for one thread, without accessing the queues.
     *
     * @param name name of the state, for example {@code received/orders/orders.once}
     * @param limits limits; the last open call determines the limits for all users of the state
     * @param unit unit of work of the thread
     * @param session session of the thread, which takes part in the unit
     * @param stopped whether the thread must no longer wait
     */
    public State open(
            String name,
            StateLimits limits,
            UnitOfWork unit,
            Supplier<QueueSession> session,
            BooleanSupplier stopped) {
        synchronized (tables) {
            StateTable table = tables.computeIfAbsent(name, n -> new StateTable(n, queues, limits));
            table.add(limits);
            return new State(this, table, unit, session, stopped);
        }
    }

    /** Returns the numbers of records with their limits. */
    public List<LimitUse> limits() {
        List<StateTable> all;
        synchronized (tables) {
            all = List.copyOf(tables.values());
        }
        return all.stream().map(StateTable::limit).toList();
    }

    void close(StateTable table) {
        synchronized (tables) {
            if (table.remove()) {
                tables.remove(table.name());
            }
        }
    }

    KeyLocks locks() {
        return locks;
    }

    Clock clock() {
        return clock;
    }

    /** Returns the changes of a unit, which are discarded when it ends. */
    UnitChanges changes(UnitOfWork unit, Supplier<QueueSession> session) {
        return units.computeIfAbsent(unit, u -> new UnitChanges(this, u, session.get()));
    }

    void ended(UnitOfWork unit, UnitChanges changes) {
        units.remove(unit, changes);
        locks.release(changes);
    }

    /** Discards the changes of a unit to the records of a state. */
    void discard(UnitOfWork unit, StateTable table) {
        UnitChanges changes = units.get(unit);
        if (changes != null) {
            changes.discard(table);
        }
    }

    /**
     * Returns the name of the queue of a state. If characters of the name are replaced, the queues
     * of different states remain distinct.
     */
    static String queueOf(String state) {
        String name = OTHER.matcher(state).replaceAll("_");
        return QueueName.STATE_PREFIX
                + (name.equals(state)
                        ? name
                        : name
                                + "."
                                + HexFormat.of()
                                        .formatHex(Bytes.utf8(state).sha256().toArray())
                                        .substring(0, DIGEST_LENGTH));
    }
}
