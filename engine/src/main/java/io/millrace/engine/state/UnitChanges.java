package io.millrace.engine.state;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.queue.NameLock;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.state.RecordFormat.Version;
import io.millrace.engine.work.UnitOfWork;
import io.millrace.engine.work.UnitWatcher;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The changes of records in a unit of work. They are written to the queues when the unit is about
 * to commit, so a record that a unit changes several times is written once. Only the thread of the
 * unit uses this object, except {@link #locks}, which {@link KeyLocks} guards.
 */
final class UnitChanges implements UnitWatcher {

    /** The changes of the records of a state. */
    static final class OfTable {
        private final NameLock owner;

        /** Changed records by key; null for a removed record. */
        private final Map<String, @Nullable StateRecord> changed = new LinkedHashMap<>();

        private final List<Version> written = new ArrayList<>();
        private int records;
        private long bytes;

        private OfTable(NameLock owner) {
            this.owner = owner;
        }

        /** Returns the versions that were put on the queue. */
        List<Version> written() {
            return written;
        }

        /** Returns the number of records that the changes add. */
        int records() {
            return records;
        }

        /** Returns the number of bytes that the changes add. */
        long bytes() {
            return bytes;
        }
    }

    private final StateStore store;
    private final UnitOfWork unit;
    private final QueueSession session;
    private final Map<StateTable, OfTable> tables = new HashMap<>();
    private final Set<KeyLocks.Name> locks = new HashSet<>();
    private boolean isWritten;

    UnitChanges(StateStore store, UnitOfWork unit, QueueSession session) {
        this.store = store;
        this.unit = unit;
        this.session = session;
        unit.watch(this);
    }

    /** Returns the locks that the unit holds. */
    Set<KeyLocks.Name> locks() {
        return locks;
    }

    /**
     * Adds a state to the unit.
     *
     * @param owner ownership of the state at its first use in the unit
     */
    void use(StateTable table, NameLock owner) {
        tables.computeIfAbsent(table, t -> new OfTable(owner));
    }

    /**
     * Returns a record with the changes of the unit; null if the record does not exist. The unit
     * must have locked the record.
     */
    @Nullable StateRecord get(StateTable table, String key) {
        OfTable own = of(table);
        return own.changed.containsKey(key) ? own.changed.get(key) : table.committed(key);
    }

    /**
     * Changes a record that the unit has locked.
     *
     * @param record new content; null to remove the record
     * @throws MillraceException with STATE_FULL
     */
    void change(StateTable table, String key, @Nullable StateRecord record) {
        OfTable own = of(table);
        StateRecord before = get(table, key);
        int records = (record == null ? 0 : 1) - (before == null ? 0 : 1);
        long bytes = (record == null ? 0 : record.size()) - (before == null ? 0 : before.size());
        table.reserve(records, bytes);
        own.records += records;
        own.bytes += bytes;
        unit.enlist(session);
        own.changed.put(key, record);
    }

    private OfTable of(StateTable table) {
        OfTable own = tables.get(table);
        if (own == null) {
            throw new IllegalStateException("the unit does not use the state " + table.name());
        }
        return own;
    }

    @Override
    public void committing() {
        tables.forEach(
                (table, own) -> {
                    table.checkOwner(own.owner);
                    own.changed.forEach(
                            (key, record) -> {
                                Version version = table.next(key, record);
                                own.written.add(version);
                                table.queue().put(version, session);
                            });
                });
        isWritten = true;
    }

    @Override
    public void ended(boolean committed) {
        // After a failed commit, it is unknown whether the messages are on the queue.
        boolean isUnknown = isWritten && !committed;
        tables.forEach((table, own) -> table.ended(own, committed, isUnknown));
        tables.clear();
        store.ended(unit, this);
    }

    /** Discards the changes of a state that is closed before the unit has ended. */
    void discard(StateTable table) {
        OfTable own = tables.remove(table);
        if (own != null) {
            table.ended(own, false, false);
        }
        if (tables.isEmpty()) {
            store.ended(unit, this);
        }
    }
}
