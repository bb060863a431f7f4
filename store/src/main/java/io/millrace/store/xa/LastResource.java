package io.millrace.store.xa;

import javax.transaction.xa.XAException;

/**
 * A participant's work in one unit, which does not prepare: it commits in one step when all others
 * have prepared, and this is the decision for the whole unit. A unit has one at most. Used by the
 * thread of the unit only.
 */
public interface LastResource {

    /**
     * Adds a decision to the work, so that both become safe in one. Not called where nothing else
     * takes part.
     *
     * @throws XAException with a code of XA_RBBASE to XA_RBEND: the work is undone
     */
    void decide(Decision decision) throws XAException;

    /**
     * @throws XAException with a code of XA_RBBASE to XA_RBEND where the work is undone; with any
     *     other, nobody knows before {@link Decisions} does
     */
    void commit() throws XAException;

    /** Undoes the work, where it has not ended. */
    void rollback();
}
