package io.millrace.store.xa;

import javax.transaction.xa.XAException;

/**
 * The work of a participant in one unit that does not prepare. Its commit, after all other
 * participants have prepared, is the decision for the whole unit. A unit has at most one last
 * resource. Only the thread of the unit can use it.
 */
public interface LastResource {

    /**
     * Adds a decision to the work, so that both become safe in one step. It is not called if the
     * unit has no other participant.
     *
     * @throws XAException with a code from XA_RBBASE to XA_RBEND if the work is rolled back
     */
    void decide(Decision decision) throws XAException;

    /**
     * Commits the work.
     *
     * @throws XAException with a code from XA_RBBASE to XA_RBEND if the work is rolled back. With
     *     any other code, the outcome is unknown until {@link Decisions} contains it
     */
    void commit() throws XAException;

    /** Rolls back the work if it has not ended. */
    void rollback();
}
