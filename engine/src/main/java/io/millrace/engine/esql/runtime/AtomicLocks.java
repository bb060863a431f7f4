package io.millrace.engine.esql.runtime;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.esql.library.ExecutionBudget;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The locks of critical sections, which only one thread of a flow can run at a time: an ATOMIC
 * block, or the initialization of a SHARED variable. A thread can hold several locks and acquire
 * each lock repeatedly.
 *
 * <p>While a thread waits, it checks regularly whether its program must end, and whether there is a
 * deadlock. The wait fails if there is a deadlock. Locks without holders and waiting threads are
 * removed, so programs that generate labels cannot exhaust the memory.
 */
final class AtomicLocks {

    private static final long SLICE_MILLIS = 20;

    /** Lock for the whole state. A cycle can be detected only while no thread changes the state. */
    private final ReentrantLock lock = new ReentrantLock();

    private final Map<Object, Place> places = new HashMap<>();
    private final Map<Thread, Place> waiting = new HashMap<>();

    /** A lock that one thread holds. Other threads can wait for the lock. */
    private static final class Place {
        final Object name;
        final Condition free;
        @Nullable Thread holder;

        /** Number of times that the holder has acquired the lock. */
        int entered;

        /** Number of acquisitions and waiting threads. */
        int users;

        Place(Object name, Condition free) {
            this.name = name;
            this.free = free;
        }
    }

    /**
     * Waits until no other thread holds the lock, and acquires it.
     *
     * @param name name of a lock of ATOMIC blocks, or another object that is equal only to itself
     *     and whose string form describes it
     * @throws MillraceException with ESQL_DEADLOCK, or like {@link ExecutionBudget#turn}; the lock
     *     is then not held
     */
    void enter(Object name, ExecutionBudget budget) {
        lock.lock();
        try {
            Place place = places.computeIfAbsent(name, n -> new Place(n, lock.newCondition()));
            place.users++;
            boolean entered = false;
            try {
                await(place, budget);
                place.holder = Thread.currentThread();
                place.entered++;
                entered = true;
            } finally {
                if (!entered) {
                    giveUp(place);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private void await(Place place, ExecutionBudget budget) {
        Thread self = Thread.currentThread();
        if (place.holder == null || place.holder == self) {
            return;
        }
        waiting.put(self, place);
        budget.pause();
        try {
            while (place.holder != null) {
                refuseCircle(place);
                budget.check();
                place.free.await(SLICE_MILLIS, TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException e) {
            self.interrupt();
            budget.check();
        } finally {
            budget.resume();
            waiting.remove(self);
        }
    }

    /** Releases the lock once. The same thread must call this method once for each acquisition. */
    void leave(Object name) {
        lock.lock();
        try {
            Place place = Objects.requireNonNull(places.get(name));
            place.entered--;
            if (place.entered == 0) {
                place.holder = null;
            }
            giveUp(place);
        } finally {
            lock.unlock();
        }
    }

    private void giveUp(Place place) {
        place.users--;
        if (place.users == 0) {
            places.remove(place.name);
        } else if (place.holder == null) {
            // A thread that fails must also notify others: it may have consumed the notification.
            place.free.signal();
        }
    }

    private void refuseCircle(Place requested) {
        Place next = requested;
        for (int i = 0; next != null && i <= waiting.size(); i++) {
            Place further = waiting.get(next.holder);
            if (further != null && further.holder == Thread.currentThread()) {
                throw new MillraceException(
                        ErrorCode.ESQL_DEADLOCK,
                        shown(requested.name)
                                + " is held by a thread that waits for "
                                + shown(further.name)
                                + """
                                , which this thread holds; nest ATOMIC blocks in the same \
                                order everywhere\
                                """);
            }
            next = further;
        }
    }

    /**
     * Returns a lock name for messages. The name of a lock of ATOMIC blocks has the form schema,
     * colon, label.
     */
    private static String shown(Object name) {
        if (!(name instanceof String lock)) {
            return name.toString();
        }
        int colon = lock.lastIndexOf(':');
        String label = lock.substring(colon + 1);
        String schema = lock.substring(0, colon);
        return (label.isEmpty() ? "the ATOMIC without a label" : "the ATOMIC " + label)
                + (schema.isEmpty() ? "" : " of schema " + schema);
    }

    /** Returns the number of locks that are held or have waiting threads. */
    int size() {
        lock.lock();
        try {
            return places.size();
        } finally {
            lock.unlock();
        }
    }
}
