package io.millrace.engine.runtime;

import io.millrace.engine.node.Delivery;
import io.millrace.engine.runtime.Outcome.Result;

import java.util.ArrayList;
import java.util.List;

/**
 * The messages that share the open unit of work.
 *
 * <p>Several share one only where a rollback undoes all that the flow does. When such a unit fails,
 * its messages come again one by one, so that the bad one alone is counted as backed out. Messages
 * that are not transactional are its guests; one by one, they are in no unit. A new instance begins
 * one by one as well: what its predecessor left unfinished may be the reason of its end.
 */
final class Batch {

    /** How long an automatic batch may hold back what its first message did. */
    private static final long AUTOMATIC_NANOS = 20_000_000;

    private final int most;
    private final boolean automatic;
    private final boolean coordinated;
    private final long intervalNanos;
    private final List<Delivery> members = new ArrayList<>();
    private long since;

    /** Messages that are still to run alone. */
    private int alone;

    Batch(FlowSettings settings, boolean allowed) {
        automatic = settings.commitCount() == 0;
        int count = automatic ? FlowSettings.AUTOMATIC_COMMIT_COUNT : settings.commitCount();
        most = allowed ? count : 1;
        coordinated = settings.coordinated();
        intervalNanos = settings.commitIntervalMillis() * 1_000_000;
        alone = most > 1 ? most * (1 + settings.additionalInstances()) : 0;
    }

    boolean isEmpty() {
        return members.isEmpty();
    }

    int size() {
        return members.size();
    }

    Delivery first() {
        return members.getFirst();
    }

    List<Delivery> members() {
        return members;
    }

    void add(Delivery delivery) {
        if (members.isEmpty()) {
            since = System.nanoTime();
        }
        members.add(delivery);
    }

    /** How long to wait for one more message before the unit is committed. */
    long waitMillis() {
        return Math.max(0, intervalNanos - (System.nanoTime() - since)) / 1_000_000;
    }

    boolean mayGrow(Outcome outcome, Delivery delivery) {
        boolean plain = outcome.result() == Result.DONE && delivery.inUnit() && alone == 0;
        if (!plain || members.size() >= most) {
            return false;
        }
        long open = System.nanoTime() - since;
        return automatic
                ? open < Math.max(AUTOMATIC_NANOS, intervalNanos)
                : intervalNanos == 0 || open < intervalNanos;
    }

    /**
     * Whether the next message may be a guest. A coordinated unit would cost it more than to be
     * taken at once, and one that waits would keep it waiting.
     */
    boolean takesGuests() {
        return most > 1 && alone == 0 && !coordinated && intervalNanos == 0;
    }

    boolean hasGuests() {
        return members.stream().anyMatch(Batch::isGuest);
    }

    private static boolean isGuest(Delivery delivery) {
        return delivery.inUnit() && !delivery.transactional();
    }

    /** Whether its messages come again one by one where it is rolled back. */
    boolean comesApart() {
        return members.size() > 1 || isGuest(first());
    }

    void end(boolean committed) {
        if (!committed && comesApart()) {
            alone = members.size();
        } else if (committed && alone > 0) {
            alone -= members.size();
        }
        members.clear();
    }
}
