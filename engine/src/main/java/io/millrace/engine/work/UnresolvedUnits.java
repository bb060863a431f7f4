package io.millrace.engine.work;

import java.util.List;

/**
 * The coordinated units of a broker that did not end, or not alike, and what a person can do about
 * them. Safe to use from several threads, and by other processes through the broker's queues.
 */
public interface UnresolvedUnits {

    /** What there is now. Takes as long as the resources take to answer. */
    Report look();

    /**
     * Ends a branch, or all branches of a unit that the resources of this broker hold. Who does
     * that must know how the unit ended elsewhere.
     *
     * @param id of a branch or unit, as {@link #look} says
     * @return what was ended
     * @throws io.millrace.engine.error.MillraceException with UNKNOWN_BRANCH where no resource that
     *     can be reached has such a branch; with BRANCH_OF_THIS_BROKER where the broker's own
     *     coordinator ends it
     */
    List<InDoubtBranch> end(String id, boolean commit);

    /**
     * Strikes a damaged unit off the coordinator's log, when somebody has looked.
     *
     * @throws io.millrace.engine.error.MillraceException with UNKNOWN_BRANCH where no damaged unit
     *     has this id
     */
    void forget(String unit);

    /**
     * What was found.
     *
     * @param node the name of the broker's own coordinator; empty where it has none
     * @param unreachable the labels of resources that could not be asked, each with the reason
     */
    record Report(
            String node,
            List<InDoubtBranch> inDoubt,
            List<DamagedUnit> damaged,
            List<String> unreachable) {

        public Report {
            inDoubt = List.copyOf(inDoubt);
            damaged = List.copyOf(damaged);
            unreachable = List.copyOf(unreachable);
        }

        /** Whether the broker's own recovery ends a branch, as soon as it can. */
        public boolean isOwn(InDoubtBranch branch) {
            return !node.isEmpty() && node.equals(branch.coordinator());
        }
    }
}
