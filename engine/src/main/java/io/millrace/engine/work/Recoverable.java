package io.millrace.engine.work;

import java.util.List;

/**
 * A resource that takes part in coordinated units. Prepared branches outlive the sessions and the
 * process until the branches are ended. Safe for use by several threads.
 */
public interface Recoverable {

    /** Returns the name of the resource in messages, for example {@code data source STOCK}. */
    String label();

    /**
     * Returns all prepared branches of any coordinator. A unit that is being committed can
     * temporarily be included.
     *
     * @throws io.millrace.engine.error.MillraceException if the resource cannot be reached
     */
    List<InDoubtBranch> inDoubt();

    /**
     * Ends a branch without the coordinator. The caller must know the outcome of the other branches
     * of the unit.
     *
     * @param id identifier as in {@link #inDoubt}
     * @throws io.millrace.engine.error.MillraceException with UNKNOWN_BRANCH if the branch does not
     *     exist, or if the resource cannot be reached
     */
    void end(String id, boolean commit);
}
