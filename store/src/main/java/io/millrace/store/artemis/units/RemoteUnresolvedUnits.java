package io.millrace.store.artemis.units;

import io.millrace.engine.work.InDoubtBranch;
import io.millrace.engine.work.UnresolvedUnits;

import java.util.List;
import java.util.function.BinaryOperator;

/**
 * The unresolved units of another process.
 *
 * @param requests function that sends an operation of {@link UnitRequests} and an id, and returns
 *     the answer
 */
public record RemoteUnresolvedUnits(BinaryOperator<String> requests) implements UnresolvedUnits {

    @Override
    public Report report() {
        return UnresolvedUnitsFormat.read(requests.apply(UnitRequests.LOOK, ""));
    }

    @Override
    public List<InDoubtBranch> end(String id, boolean commit) {
        String operation = commit ? UnitRequests.COMMIT : UnitRequests.ROLL_BACK;
        return UnresolvedUnitsFormat.read(requests.apply(operation, id)).inDoubt();
    }

    @Override
    public void forget(String unit) {
        UnresolvedUnitsFormat.read(requests.apply(UnitRequests.FORGET, unit));
    }
}
