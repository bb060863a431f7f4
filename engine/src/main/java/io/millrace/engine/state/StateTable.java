package io.millrace.engine.state;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.HeldMemory;
import io.millrace.engine.queue.NameLock;
import io.millrace.engine.queue.QueueStore;
import io.millrace.engine.resource.RetryDelay;
import io.millrace.engine.setting.LimitUse;
import io.millrace.engine.state.RecordFormat.Version;
import io.millrace.engine.work.InDoubtBranch;
import io.millrace.engine.work.Recoverable;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * The records of one name, shared by all instances of the process that use them.
 *
 * <p>Of all processes that use the same queues, one owns the records while it uses them: it holds
 * the name of their queue. The index is read from the queue when the records are first used, after
 * the ownership was lost, and after a commit with an unknown outcome. Safe for use by several
 * threads.
 */
final class StateTable {

    private static final Logger LOG = EventLog.of(StateTable.class);

    /** Maximum number of obsolete messages on the queue, in addition to one for each record. */
    private static final int MAX_SLACK = 128;

    /** Maximum time to wait for messages and units that can change the records. */
    private static final long PATIENCE_MILLIS = 3_000;

    private static final long RECHECK_MILLIS = 20;

    /** Key of the record with the identifier of the state. */
    private static final String IDENTIFIER = "\0identifier";

    private static final int IDENTIFIER_BYTES = 8;

    private final String name;
    private final QueueStore store;
    private final RecordQueue queue;
    private final RecordIndex index = new RecordIndex();

    /**
     * The pause before a due record is received again.
     *
     * @param count number of successive pauses
     * @param end end of the pause in milliseconds
     */
    private record Pause(int count, long end) {}

    /** Pauses of due records by key. */
    private final Map<String, Pause> pauses = new HashMap<>();

    /** Numbers of versions whose units have not ended. */
    private final Set<Long> open = new HashSet<>();

    private StateLimits limits;
    private HeldMemory memory;
    private int addedRecords;
    private long addedBytes;
    private long lastNumber;
    private int users;
    private boolean compacting;

    /** Ownership of the records; null until their first use. */
    private @Nullable NameLock owner;

    /** Whether the index represents the messages on the queue; otherwise it must be read again. */
    private boolean loaded;

    /**
     * Whether a unit failed to commit, so that it is unknown whether its messages are on the queue.
     */
    private boolean doubtful;

    StateTable(String name, QueueStore store, StateLimits limits) {
        this.name = name;
        this.store = store;
        this.limits = limits;
        memory = new HeldMemory("state " + name, limits.maxBytes());
        queue = new RecordQueue(store, StateStore.queueOf(name));
    }

    String name() {
        return name;
    }

    /** Returns the number of records with the limit. */
    synchronized LimitUse limit() {
        return LimitUse.count("state records", name, index.size(), limits.maxRecords());
    }

    RecordQueue queue() {
        return queue;
    }

    /** Adds a user. The limits of the last user apply. */
    synchronized void add(StateLimits requested) {
        users++;
        if (!requested.equals(limits)) {
            limits = requested;
            memory.set(0);
            memory = new HeldMemory("state " + name, limits.maxBytes());
            memory.set(index.bytes());
        }
    }

    /** Removes a user. Returns whether it was the last one, which releases the records. */
    synchronized boolean remove() {
        if (--users > 0) {
            return false;
        }
        release();
        return true;
    }

    private void release() {
        loaded = false;
        pauses.clear();
        index.clear();
        memory.set(0);
        if (owner != null) {
            owner.close();
            owner = null;
        }
    }

    /**
     * Acquires the ownership of the records if necessary, and reads the index again if it can
     * differ from the queue. Returns the ownership.
     *
     * @throws MillraceException with QUEUE_STORE_DOWN if the queues cannot be reached, another
     *     process owns the records, or units in doubt can change them
     */
    synchronized NameLock use() {
        NameLock held = owner;
        if (held == null || held.isLost()) {
            release();
            held = store.hold(queue.name());
            owner = held;
        }
        if (!loaded || doubtful && !isUnchanged()) {
            load();
        }
        doubtful = false;
        return held;
    }

    /**
     * Whether no unit with an unknown outcome has committed: the queue contains as many messages as
     * before. Most of these units were rolled back because another resource could not commit.
     */
    private boolean isUnchanged() {
        return open.isEmpty()
                && !compacting
                && !(store instanceof Recoverable queues && !prepared(queues).isEmpty())
                && queue.depth() == index.messages();
    }

    private void load() {
        long deadline = System.nanoTime() + PATIENCE_MILLIS * 1_000_000;
        awaitUntil(deadline, () -> !compacting, "they are being compacted");
        queue.create();
        awaitUnitsInDoubt(deadline);
        List<Version> versions = new ArrayList<>();
        // A message that a lost reader has not yet returned is on the queue, but not visible.
        awaitUntil(
                deadline,
                () -> {
                    versions.clear();
                    long before = queue.depth();
                    return queue.read(versions) == before && queue.depth() == before;
                },
                "another reader has received messages from " + queue.name());
        index.load(versions);
        dropOldest();
        lastNumber = Math.max(lastNumber, index.last());
        loaded = true;
        doubtful = false;
        memory.set(index.bytes());
    }

    private void dropOldest() {
        if (limits.dropsOldest()) {
            index.dropOldest(limits);
        }
    }

    /**
     * Waits for the coordinated units that are prepared now, because they can contain changes of
     * records. The units can belong to a process that owned the records before.
     */
    private void awaitUnitsInDoubt(long deadline) {
        if (store instanceof Recoverable queues) {
            Set<String> prepared = prepared(queues);
            awaitUntil(
                    deadline,
                    () -> {
                        if (!prepared.isEmpty()) {
                            prepared.retainAll(prepared(queues));
                        }
                        return prepared.isEmpty();
                    },
                    "coordinated units in doubt can change them; see ./millrace uow");
        }
    }

    private static Set<String> prepared(Recoverable queues) {
        return queues.inDoubt().stream()
                .filter(branch -> !branch.coordinator().isEmpty())
                .map(InDoubtBranch::id)
                .collect(Collectors.toSet());
    }

    private void awaitUntil(long deadline, BooleanSupplier condition, String why) {
        try {
            while (!condition.getAsBoolean()) {
                if (deadline - System.nanoTime() <= 0) {
                    throw unusable(why);
                }
                wait(RECHECK_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unusable("the wait for them was interrupted");
        }
    }

    private MillraceException unusable(String why) {
        return new MillraceException(
                ErrorCode.QUEUE_STORE_DOWN,
                "the records of the state " + name + " cannot be used now: " + why,
                Insert.of(name));
    }

    /** Fails if another process can own the records. */
    synchronized void checkOwner(NameLock held) {
        if (held.isLost()) {
            throw unusable("the connection was lost, and another process can own them");
        }
    }

    /** Returns a committed record; null if the record does not exist. */
    @Nullable StateRecord committed(String key) {
        synchronized (this) {
            use();
            return index.get(key);
        }
    }

    /** Returns all committed records, the one that was changed longest ago first. */
    synchronized List<StateRecord> records() {
        use();
        List<StateRecord> records = index.records();
        records.removeIf(record -> record.key().equals(IDENTIFIER));
        return records;
    }

    /**
     * Returns the identifier of the state. The first call creates and commits it outside any unit,
     * so that files can have it in their names before the unit that creates them has ended.
     */
    synchronized String identifier() {
        NameLock held = use();
        StateRecord record = index.get(IDENTIFIER);
        if (record == null) {
            byte[] random = new byte[IDENTIFIER_BYTES];
            new SecureRandom().nextBytes(random);
            record = new StateRecord(IDENTIFIER, Bytes.utf8(HexFormat.of().formatHex(random)));
            Version version = new Version(IDENTIFIER, ++lastNumber, record);
            checkOwner(held);
            // If the commit fails, it is unknown whether the version is on the queue.
            doubtful = true;
            queue.put(version);
            doubtful = false;
            index.add(version);
            memory.set(index.bytes());
        }
        return record.value().text(StandardCharsets.UTF_8);
    }

    /**
     * Reserves room for a change of an open unit.
     *
     * @throws MillraceException with STATE_FULL
     */
    synchronized void reserve(int records, long bytes) {
        if (!limits.dropsOldest()) {
            if (records > 0 && index.size() + addedRecords + records > limits.maxRecords()) {
                throw full(limits.maxRecords() + " records");
            }
            if (bytes > 0 && index.bytes() + addedBytes + bytes > limits.maxBytes()) {
                throw full(limits.maxBytes() + " bytes of records");
            }
        }
        addedRecords += records;
        addedBytes += bytes;
    }

    private MillraceException full(String max) {
        return new MillraceException(
                ErrorCode.STATE_FULL,
                "the state " + name + " is full: it contains its maximum of " + max,
                Insert.of(name));
    }

    /** Returns the next version of a record, in an open unit that will report its end. */
    synchronized Version next(String key, @Nullable StateRecord record) {
        Version version = new Version(key, ++lastNumber, record);
        open.add(version.number());
        return version;
    }

    /**
     * Reports the end of a unit.
     *
     * @param isUnknown whether its messages can be on the queue, although it did not commit
     */
    synchronized void ended(UnitChanges.OfTable changes, boolean committed, boolean isUnknown) {
        addedRecords -= changes.records();
        addedBytes -= changes.bytes();
        for (Version version : changes.written()) {
            open.remove(version.number());
            if (committed) {
                pauses.remove(version.key());
            }
            if (committed && loaded) {
                index.add(version);
            }
            doubtful |= isUnknown;
        }
        dropOldest();
        memory.set(index.bytes());
        notifyAll();
    }

    /**
     * Returns the key of the first due record that is not postponed and that a filter accepts; null
     * if there is none.
     *
     * @param now current time in milliseconds
     */
    synchronized @Nullable String firstDue(long now, Predicate<String> filter) {
        use();
        return index.firstDue(now, key -> !isPostponed(key, now) && filter.test(key));
    }

    private boolean isPostponed(String key, long now) {
        Pause pause = pauses.get(key);
        return pause != null && pause.end() > now;
    }

    /** Postpones a due record. The pause increases with each call, until the record changes. */
    synchronized void postpone(String key, long now) {
        int count = postponements(key) + 1;
        long nanos = RetryDelay.DEFAULT.nanos(count, ThreadLocalRandom.current());
        pauses.put(key, new Pause(count, now + TimeUnit.NANOSECONDS.toMillis(nanos)));
    }

    /** Returns the number of pauses of a record since its last change. */
    synchronized int postponements(String key) {
        Pause pause = pauses.get(key);
        return pause == null ? 0 : pause.count();
    }

    /**
     * Waits until a record can have become due or a unit has ended.
     *
     * @param isWoken condition that prevents the wait
     */
    synchronized void awaitDue(long now, long maxMillis, BooleanSupplier isWoken)
            throws InterruptedException {
        long next =
                LongStream.concat(
                                LongStream.of(index.nextDue()),
                                pauses.values().stream().mapToLong(Pause::end))
                        .filter(time -> time > now)
                        .min()
                        .orElse(Long.MAX_VALUE);
        long millis = Math.min(next - now, maxMillis);
        if (!isWoken.getAsBoolean() && millis > 0) {
            wait(millis);
        }
    }

    synchronized void wake() {
        notifyAll();
    }

    /** Removes obsolete messages from the queue if there are many. Failures are ignored. */
    void compact() {
        synchronized (this) {
            boolean own = loaded && !doubtful && owner != null && !owner.isLost();
            if (!own || compacting || index.garbage() <= index.size() + MAX_SLACK) {
                return;
            }
            compacting = true;
        }
        List<Version> removed = List.of();
        boolean done = false;
        try {
            removed = queue.compact(this::isObsolete);
            done = true;
        } catch (MillraceException e) {
            LOG.debug("obsolete messages on {} are removed later", queue.name(), e);
        } finally {
            compacted(removed, done);
        }
    }

    private synchronized boolean isObsolete(Version version) {
        return !open.contains(version.number()) && index.isObsolete(version);
    }

    private synchronized void compacted(List<Version> removed, boolean done) {
        compacting = false;
        removed.forEach(index::gone);
        // The outcome of a failed commit is read from the queue.
        loaded &= done;
        notifyAll();
    }
}
