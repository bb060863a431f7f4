package io.millrace.engine.state;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.work.UnitOfWork;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * The durable records of one name, as used by one instance of a flow. Reads and changes belong to
 * the unit of work of the instance: the unit sees its own changes, other units see them after its
 * commit, and a rollback undoes them.
 *
 * <p>A record that a unit reads or changes is locked until the unit ends. Another unit that needs
 * the record waits. If two units wait for each other, or after 30 s, the wait ends with
 * STATE_LOCKED: the unit is rolled back and its messages are processed again.
 *
 * <p>Only the thread of the instance uses it, except {@link #wake}. All methods can fail with
 * QUEUE_STORE_DOWN, also if another process that uses the same queues owns the records.
 */
public final class State implements AutoCloseable {

    /**
     * Maximum time between two readings of the broker's clock during a wait, because the clock can
     * be changed.
     */
    private static final long MAX_WAIT_MILLIS = 1_000;

    private final StateStore store;
    private final StateTable table;
    private final UnitOfWork unit;
    private final Supplier<QueueSession> session;
    private final BooleanSupplier stopped;
    private volatile boolean woken;
    private boolean closed;

    State(
            StateStore store,
            StateTable table,
            UnitOfWork unit,
            Supplier<QueueSession> session,
            BooleanSupplier stopped) {
        this.store = store;
        this.table = table;
        this.unit = unit;
        this.session = session;
        this.stopped = stopped;
    }

    /**
     * Returns a record, and locks its key until the unit ends, even if the record does not exist.
     *
     * @return null if the record does not exist
     * @throws MillraceException with STATE_LOCKED, or FLOW_STOPPED if the flow was stopped during
     *     the wait
     */
    public @Nullable StateRecord get(String key) {
        return lock(key).get(table, key);
    }

    /**
     * Adds or replaces a record.
     *
     * @throws MillraceException as {@link #get}; with STATE_FULL if a limit is exceeded
     */
    public void put(StateRecord record) {
        lock(record.key()).change(table, record.key(), record);
    }

    /** Adds or replaces a record without a due time. Fails like {@link #put(StateRecord)}. */
    public void put(String key, Bytes value) {
        put(new StateRecord(key, value));
    }

    /** Removes a record. Does nothing if the record does not exist. Fails like {@link #get}. */
    public void remove(String key) {
        UnitChanges changes = lock(key);
        if (changes.get(table, key) != null) {
            changes.change(table, key, null);
        }
    }

    private UnitChanges lock(String key) {
        table.compact();
        UnitChanges changes = join();
        store.locks().acquire(new KeyLocks.Name(table, key), changes, stopped);
        return changes;
    }

    private UnitChanges join() {
        UnitChanges changes = store.changes(unit, session);
        changes.use(table, table.use());
        return changes;
    }

    /** Whether an open unit has read or changed a record. */
    public boolean isLocked(String key) {
        return store.locks().isLocked(new KeyLocks.Name(table, key));
    }

    /**
     * Returns all committed records in the order of their last changes, the oldest first. Locks
     * nothing and does not include changes of open units.
     */
    public List<StateRecord> records() {
        return table.records();
    }

    /**
     * Returns an identifier of the state, 16 hexadecimal digits. It is the same for all users and
     * after a restart, and no state of another broker has the same identifier. The identifier is
     * not part of the unit.
     */
    public String identifier() {
        return table.identifier();
    }

    /**
     * Waits until a record is due, and receives it: the record is locked and removed in the unit.
     * If the unit is rolled back, the record is due again. To keep the record, the caller puts it
     * with another due time. Records that are locked are not received.
     *
     * <p>A record becomes due when the clock of the broker reaches its due time. Records that
     * became due while no process used the state are received immediately. A clock that is set back
     * delays records.
     *
     * @param timeoutMillis maximum time to wait; 0 for no wait
     * @return null after the timeout, or if {@link #wake} ended the wait
     */
    public @Nullable StateRecord receiveDue(long timeoutMillis) {
        table.compact();
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
        while (true) {
            long now = store.clock().millis();
            StateRecord due = takeDue(now);
            long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            if (due != null) {
                return due;
            }
            if (woken || left <= 0) {
                woken = false;
                return null;
            }
            try {
                table.awaitDue(now, Math.min(left, MAX_WAIT_MILLIS), () -> woken);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return null;
            }
        }
    }

    private @Nullable StateRecord takeDue(long now) {
        KeyLocks locks = store.locks();
        while (true) {
            String key = table.firstDue(now, k -> !locks.isLocked(new KeyLocks.Name(table, k)));
            if (key == null) {
                return null;
            }
            UnitChanges changes = join();
            KeyLocks.Name name = new KeyLocks.Name(table, key);
            if (locks.tryAcquire(name, changes)) {
                StateRecord record = changes.get(table, key);
                if (isDue(record, now)) {
                    changes.change(table, key, null);
                    return record;
                }
                // Another unit has changed it meanwhile.
                locks.release(name, changes);
            }
        }
    }

    private static boolean isDue(@Nullable StateRecord record, long now) {
        Instant due = record == null ? null : record.due();
        return due != null && due.toEpochMilli() <= now;
    }

    /**
     * Postpones a due record whose unit was rolled back, so that other records are received first.
     * The pause begins now and increases with each call, up to 30 s. The pause ends with the
     * process, or when a unit changes the record.
     */
    public void postpone(String key) {
        table.postpone(key, store.clock().millis());
    }

    /** Returns the number of times that a record was postponed since its last change. */
    public int postponements(String key) {
        return table.postponements(key);
    }

    /**
     * Ends the current or the next wait in {@link #receiveDue}. Other threads can call this method.
     */
    public void wake() {
        woken = true;
        table.wake();
    }

    /** Ends the use of the records. Changes of an open unit are discarded. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            store.discard(unit, table);
            store.close(table);
        }
    }
}
