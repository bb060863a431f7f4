package io.millrace.flows.broker;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.work.Coordinator;
import io.millrace.engine.work.DamagedUnit;
import io.millrace.engine.work.InDoubtBranch;
import io.millrace.engine.work.Recoverable;
import io.millrace.engine.work.UnresolvedUnits;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * The unresolved units of a broker. Units of its own coordinator are ended only by recovery. A flow
 * could be committing such a unit, which would be damaged if one of its branches were ended from
 * outside.
 *
 * @param resources supplier of the resources that can currently hold branches
 * @param coordinator supplier of the current coordinator, or null for none
 */
record Unresolved(Supplier<List<Recoverable>> resources, Supplier<Coordinator> coordinator)
        implements UnresolvedUnits {

    @Override
    public Report report() {
        Coordinator own = coordinator.get();
        List<InDoubtBranch> branches = new ArrayList<>();
        List<String> unreachable = new ArrayList<>();
        for (Recoverable resource : resources.get()) {
            try {
                branches.addAll(resource.inDoubt());
            } catch (MillraceException e) {
                unreachable.add(resource.label() + ": " + e.getMessage());
            }
        }
        List<DamagedUnit> damaged = own == null ? List.of() : own.damaged();
        List<InDoubtBranch> once = branches.stream().distinct().toList();
        return new Report(own == null ? "" : own.node(), once, damaged, unreachable);
    }

    @Override
    public List<InDoubtBranch> end(String id, boolean commit) {
        Report report = report();
        List<InDoubtBranch> meant =
                report.inDoubt().stream()
                        .filter(b -> b.id().equals(id) || b.unit().equals(id))
                        .toList();
        if (meant.isEmpty()) {
            throw unknown("no reachable resource has prepared ", id);
        }
        if (meant.stream().anyMatch(report::isOwn)) {
            throw new MillraceException(
                    ErrorCode.BRANCH_OF_THIS_BROKER,
                    id
                            + """
                             belongs to the coordinator of this broker, whose recovery \
                            ends it with the decided outcome as soon as all its resources \
                            can be reached\
                            """,
                    Insert.of(id));
        }
        // If two data sources name the same resource, the branch may already be ended when the
        // second one is called.
        List<InDoubtBranch> ended = new ArrayList<>();
        for (Recoverable resource : resources.get()) {
            if (meant.stream().anyMatch(b -> b.resource().equals(resource.label()))) {
                for (InDoubtBranch branch : resource.inDoubt()) {
                    if (branch.id().equals(id) || branch.unit().equals(id)) {
                        resource.end(branch.id(), commit);
                        ended.add(branch);
                    }
                }
            }
        }
        return ended;
    }

    @Override
    public void forget(String unit) {
        Report report = report();
        if (report.inDoubt().stream().anyMatch(b -> b.unit().equals(unit) && report.isOwn(b))) {
            throw new MillraceException(
                    ErrorCode.BRANCH_OF_THIS_BROKER,
                    unit
                            + " has branches that recovery has not ended yet; forget the unit "
                            + "after that",
                    Insert.of(unit));
        }
        Coordinator own = coordinator.get();
        if (own == null || !own.forget(unit)) {
            throw unknown("unknown damaged unit ", unit);
        }
    }

    private static MillraceException unknown(String what, String id) {
        return new MillraceException(ErrorCode.UNKNOWN_BRANCH, what + id, Insert.of(id));
    }
}
