package io.millrace.engine.state;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * The locks that units of work hold on records. A unit holds a lock until it ends. A unit that
 * waits for a lock fails if the units wait for each other, or after {@link #maxWaitMillis}. Safe
 * for use by several threads.
 */
final class KeyLocks {

    /**
     * Maximum time of a wait. The limit ends deadlocks that involve other resources, which this
     * class cannot detect.
     */
    static final long MAX_WAIT_MILLIS = 30_000;

    private static final long RECHECK_MILLIS = 200;

    /** The record of a lock. */
    record Name(StateTable table, String key) {}

    private final Map<Name, UnitChanges> owners = new HashMap<>();
    private final Map<UnitChanges, UnitChanges> waiting = new HashMap<>();
    private final long maxWaitMillis;

    KeyLocks(long maxWaitMillis) {
        this.maxWaitMillis = maxWaitMillis;
    }

    /**
     * Locks a record for a unit. Waits while another unit has locked the key.
     *
     * @param stopped condition that ends the wait
     * @throws MillraceException with STATE_LOCKED or FLOW_STOPPED
     */
    synchronized void acquire(Name name, UnitChanges unit, BooleanSupplier stopped) {
        long deadline = 0;
        for (UnitChanges owner = lock(name, unit); owner != unit; owner = lock(name, unit)) {
            long now = System.nanoTime();
            if (deadline == 0) {
                deadline = now + TimeUnit.MILLISECONDS.toNanos(maxWaitMillis);
            }
            if (deadline - now <= 0) {
                String text =
                        "another unit of work has locked it for %d ms".formatted(maxWaitMillis);
                throw locked(name, text);
            }
            if (stopped.getAsBoolean()) {
                throw stopped(name);
            }
            await(name, unit, owner);
        }
    }

    /** Locks a record that no unit has locked. Returns false if any unit has locked the key. */
    synchronized boolean tryAcquire(Name name, UnitChanges unit) {
        return !owners.containsKey(name) && lock(name, unit) == unit;
    }

    synchronized boolean isLocked(Name name) {
        return owners.containsKey(name);
    }

    private UnitChanges lock(Name name, UnitChanges unit) {
        UnitChanges owner = owners.putIfAbsent(name, unit);
        if (owner == null) {
            unit.locks().add(name);
            return unit;
        }
        return owner;
    }

    private void await(Name name, UnitChanges unit, UnitChanges owner) {
        for (UnitChanges u = owner; u != null; u = waiting.get(u)) {
            if (u == unit) {
                throw locked(name, "two units of work wait for each other's records");
            }
        }
        waiting.put(unit, owner);
        try {
            wait(RECHECK_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw stopped(name);
        } finally {
            waiting.remove(unit);
        }
    }

    private static MillraceException stopped(Name name) {
        return new MillraceException(
                ErrorCode.FLOW_STOPPED,
                "the flow was stopped while it waited for record %s of the state %s"
                        .formatted(name.key(), name.table().name()));
    }

    private static MillraceException locked(Name name, String why) {
        return new MillraceException(
                ErrorCode.STATE_LOCKED,
                "record %s of the state %s cannot be used now: %s"
                        .formatted(name.key(), name.table().name(), why),
                Insert.of(name.table().name()),
                Insert.of(name.key()));
    }

    /** Releases a lock that a unit no longer needs, before the end of the unit. */
    synchronized void release(Name name, UnitChanges unit) {
        owners.remove(name, unit);
        unit.locks().remove(name);
        notifyAll();
    }

    /** Releases all locks of a unit that has ended. */
    synchronized void release(UnitChanges unit) {
        if (!unit.locks().isEmpty()) {
            unit.locks().forEach(owners::remove);
            unit.locks().clear();
            notifyAll();
        }
    }
}
