package io.millrace.store.xa;

import java.util.Collection;

/**
 * The stored decisions of units whose outcome a store determined. Safe for use by several threads.
 */
public interface Decisions {

    /** Outcome of a unit. */
    enum Outcome {
        /** The unit commits, and the decision is safe. */
        COMMITTED,
        /** No decision exists: the work of the branches is rolled back. */
        UNDONE,
        /** The outcome is unknown until the store has restarted; the branches stay as they are. */
        UNKNOWN
    }

    /**
     * Returns the decisions that are not removed, including the decisions of units that are
     * currently being ended.
     */
    Collection<Decision> open();

    /** Returns the outcome of a unit that is not currently being ended. */
    Outcome outcome(String unit);

    /**
     * Removes the decision of a unit whose branches have all ended. The removal is not forced to
     * disk, because a decision that reappears has no effect.
     */
    void forget(String unit);
}
