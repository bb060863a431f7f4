package io.millrace.engine.esql.codegen;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.esql.library.Budget;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What only one thread of a flow may do at a time: an ATOMIC block, or giving a SHARED variable its
 * initial value. A thread may hold several, and each as often as it likes.
 *
 * <p>Who waits goes on looking whether its program has to end, and whether those that it waits for
 * wait for itself: then it is refused, as nothing else would end that. What nobody holds or waits
 * for is forgotten, so that programs which make up labels cannot fill the memory.
 */
final class Exclusions {

    private static final long SLICE_MILLIS = 20;

    /** One lock for all: a circle can only be seen while nobody moves. */
    private final ReentrantLock lock = new ReentrantLock();

    private final Map<Object, Place> places = new HashMap<>();
    private final Map<Thread, Place> waiting = new HashMap<>();

    /** What one thread holds, and others may wait for. */
    private static final class Place {
        final Object name;
        final Condition free;
        Thread holder;

        /** How often its holder entered it. */
        int entered;

        /** Who is in it or waits for it, as often as that. */
        int users;

        Place(Object name, Condition free) {
            this.name = name;
            this.free = free;
        }
    }

    /**
     * Waits until no other thread is there.
     *
     * @param name a lock of ATOMIC blocks, or something else whose text says what it is; equals
     *     only itself
     * @throws MillraceException with ESQL_DEADLOCK, or as {@link Budget#turn}; then the thread is
     *     not in it
     */
    void enter(Object name, Budget budget) {
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

    private void await(Place place, Budget budget) {
        Thread self = Thread.currentThread();
        if (place.holder == null || place.holder == self) {
            return;
        }
        waiting.put(self, place);
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
            waiting.remove(self);
        }
    }

    /** Once for each time that it was entered, by the same thread. */
    void leave(Object name) {
        lock.lock();
        try {
            Place place = places.get(name);
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
            // Also by one who fails: it may have been the one that was told.
            place.free.signal();
        }
    }

    private void refuseCircle(Place wanted) {
        Place next = wanted;
        for (int i = 0; next != null && i <= waiting.size(); i++) {
            Place further = waiting.get(next.holder);
            if (further != null && further.holder == Thread.currentThread()) {
                throw new MillraceException(
                        ErrorCode.ESQL_DEADLOCK,
                        shown(wanted.name)
                                + " is held by a thread that waits for "
                                + shown(further.name)
                                + ", which this thread is in; nest ATOMIC blocks in the same order"
                                + " everywhere");
            }
            next = further;
        }
    }

    /** A lock of ATOMIC blocks is written as their schema, a colon, and their label. */
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

    /** How many are held or waited for. */
    int size() {
        lock.lock();
        try {
            return places.size();
        } finally {
            lock.unlock();
        }
    }
}
