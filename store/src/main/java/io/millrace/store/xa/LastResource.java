package io.millrace.store.xa;

import javax.transaction.xa.XAException;

/**
 * The work of a participant in one unit that does not prepare. It commits in one step when all
 * others have prepared, which is the decision for the whole unit. A unit has at most one. For the
 * thread of the unit only.
 */
public interface LastResource {

    /**
     * Adds a decision to the work, so that both become safe in one step. Not called if the unit has
     * no other participant.
     *
     * @throws XAException with a code of XA_RBBASE to XA_RBEND: the work is rolled back
     */
    void decide(Decision decision) throws XAException;

    /**
     * @throws XAException with a code of XA_RBBASE to XA_RBEND if the work is rolled back; with any
     *     other code, the outcome is unknown until {@link Decisions} has it
     */
    void commit() throws XAException;

    /** Rolls back the work if it has not ended. */
    void rollback();
}
