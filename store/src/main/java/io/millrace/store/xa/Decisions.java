package io.millrace.store.xa;

import java.util.Collection;

/** What a store has written down of units that it decided. Safe to use from several threads. */
public interface Decisions {

    /** How a unit ends. */
    enum Outcome {
        /** It commits, and that is safe. */
        COMMITTED,
        /** There is no decision: what its branches did is undone. */
        UNDONE,
        /** Nobody knows before the store was started again: its branches stay as they are. */
        UNKNOWN
    }

    /** Those that are not forgotten, of units that are just being ended too. */
    Collection<Decision> open();

    /** How a unit ends that nobody is just ending. */
    Outcome outcome(String unit);

    /**
     * All branches of a unit are ended. Not forced to the disk: a decision that comes back finds
     * nothing to do.
     */
    void forget(String unit);
}
