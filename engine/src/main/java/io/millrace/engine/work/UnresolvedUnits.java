package io.millrace.engine.work;

import java.util.List;

/**
 * The coordinated units of a broker that are in doubt or damaged, and the operations on them. Safe
 * for use by several threads, and by other processes through the queues of the broker.
 */
public interface UnresolvedUnits {

    /** Returns the current state. Waits until the resources have answered. */
    Report report();

    /**
     * Ends a branch, or all branches of a unit in the resources of this broker. The caller must
     * know the outcome of the unit in other resources.
     *
     * @param id identifier of a branch or unit, as in {@link #report}
     * @return branches that were ended
     * @throws io.millrace.engine.error.MillraceException with UNKNOWN_BRANCH if no resource that
     *     can be reached has the branch; with BRANCH_OF_THIS_BROKER if the coordinator of the
     *     broker ends it
     */
    List<InDoubtBranch> end(String id, boolean commit);

    /**
     * Deletes a damaged unit from the log of the coordinator after inspection.
     *
     * @throws io.millrace.engine.error.MillraceException with UNKNOWN_BRANCH if no damaged unit has
     *     this identifier
     */
    void forget(String unit);

    /**
     * State of the units.
     *
     * @param node name of the coordinator of the broker; empty if the broker has none
     * @param unreachable labels of resources that did not answer, each with the reason
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

        /** Whether no unit is in doubt or damaged, as far as the resources have answered. */
        public boolean isEmpty() {
            return inDoubt.isEmpty() && damaged.isEmpty();
        }

        /** Whether the recovery of the broker will end a branch. */
        public boolean isOwn(InDoubtBranch branch) {
            return !node.isEmpty() && node.equals(branch.coordinator());
        }
    }
}
