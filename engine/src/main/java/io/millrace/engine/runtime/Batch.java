package io.millrace.engine.runtime;

import io.millrace.engine.node.Delivery;
import io.millrace.engine.runtime.Outcome.Result;

import java.util.ArrayList;
import java.util.List;

/**
 * The messages that share the open unit of work.
 *
 * <p>Messages share a unit only if a rollback undoes all effects of the flow. If such a unit fails,
 * its messages are processed again one by one, so that only the message that fails is counted as
 * backed out. Messages that are not transactional are piggybacked in the unit; one by one, they are
 * in no unit. A new instance also begins one by one, because unfinished messages may have ended its
 * predecessor.
 */
final class Batch {

    /** Maximum time that an automatic batch delays the commit of its first message. */
    private static final long AUTOMATIC_NANOS = 20_000_000;

    private final int most;
    private final boolean automatic;
    private final boolean coordinated;
    private final long intervalNanos;
    private final List<Delivery> members = new ArrayList<>();
    private long since;

    /** Number of messages that must still be processed alone. */
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

    /** Returns the time to wait for one more message before the unit is committed. */
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
     * Whether the next message can be piggybacked. It would pay more for a coordinated unit than
     * for an immediate receive, and would wait in a unit that waits.
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

    /** Whether the messages are delivered again one by one after a rollback. */
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
