package io.millrace.engine.work;

import java.util.List;

/**
 * A resource that takes part in coordinated units: what it has prepared outlives its sessions and
 * its process, until somebody ends it. Safe to use from several threads.
 */
public interface Recoverable {

    /** How the resource is called in messages, for example {@code data source STOCK}. */
    String label();

    /**
     * The branches of units that are prepared but not ended, whoever prepared them. A unit that is
     * just being committed shows here too, for a moment.
     *
     * @throws io.millrace.engine.error.MillraceException where the resource cannot be reached
     */
    List<InDoubtBranch> inDoubt();

    /**
     * Ends a branch without asking the coordinator: who does that must know how the other branches
     * of its unit ended.
     *
     * @param id as {@link #inDoubt} says
     * @throws io.millrace.engine.error.MillraceException with UNKNOWN_BRANCH where there is no such
     *     branch, or where the resource cannot be reached
     */
    void end(String id, boolean commit);
}
