package io.millrace.engine.runtime;

import io.millrace.engine.node.Delivery;
import io.millrace.engine.runtime.Outcome.Result;

import java.util.ArrayList;
import java.util.List;

/**
 * The messages that share the open unit of work.
 *
 * <p>Messages share a unit only if a rollback undoes all effects of the flow. If such a unit fails,
 * its messages are processed again one by one, and only the message that fails again is counted as
 * backed out. Non-transactional messages are piggybacked in the unit; when messages are processed
 * one by one, they are outside the unit. The messages of a group stay together. A new instance also
 * processes its first messages one by one, because the previous instance can have ended with
 * unfinished messages.
 */
final class Batch {

    /** Maximum time that an automatic batch delays the commit of its first message. */
    private static final long AUTOMATIC_NANOS = 20_000_000;

    private final int maxMessages;
    private final boolean automatic;
    private final boolean coordinated;
    private final long intervalNanos;
    private final List<Delivery> members = new ArrayList<>();
    private long since;

    /** Number of messages that must still be processed one by one. */
    private int alone;

    Batch(FlowSettings settings, boolean allowed) {
        automatic = settings.commitCount() == 0;
        int count = automatic ? FlowSettings.AUTOMATIC_COMMIT_COUNT : settings.commitCount();
        maxMessages = allowed ? count : 1;
        coordinated = settings.coordinated();
        intervalNanos = settings.commitIntervalMillis() * 1_000_000;
        alone = maxMessages > 1 ? maxMessages * (1 + settings.additionalInstances()) : 0;
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

    /** Returns the time to wait for another message before the unit is committed. */
    long waitMillis() {
        return Math.max(0, intervalNanos - (System.nanoTime() - since)) / 1_000_000;
    }

    boolean mayGrow(Outcome outcome, Delivery delivery) {
        boolean plain = outcome.result() == Result.DONE && delivery.inUnit() && alone == 0;
        if (!plain || members.size() >= maxMessages) {
            return false;
        }
        long open = System.nanoTime() - since;
        return automatic
                ? open < Math.max(AUTOMATIC_NANOS, intervalNanos)
                : intervalNanos == 0 || open < intervalNanos;
    }

    /**
     * Whether the next message can be piggybacked. In a coordinated unit this would cost more than
     * an immediate receive, and in a unit that waits for messages it would be delayed.
     */
    boolean allowsPiggybacking() {
        return maxMessages > 1 && alone == 0 && !coordinated && intervalNanos == 0;
    }

    boolean hasGuests() {
        return members.stream().anyMatch(Batch::isGuest);
    }

    private static boolean isGuest(Delivery delivery) {
        return delivery.inUnit() && delivery.redelivery() == null;
    }

    /** Whether the messages are delivered again one by one after a rollback. */
    boolean comesApart() {
        return members.size() > 1 && !first().continuesGroup() || isGuest(first());
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
