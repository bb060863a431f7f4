package io.millrace.store.artemis.units;

import io.millrace.engine.work.InDoubtBranch;
import io.millrace.engine.work.UnresolvedUnits;

import java.util.List;
import java.util.function.Supplier;

/**
 * Unresolved units whose changes by this process are written to the audit log.
 *
 * @param log receives each change
 */
public record AuditedUnits(UnresolvedUnits units, Log log) implements UnresolvedUnits {

    /** The audit log of changes by this process. */
    @FunctionalInterface
    public interface Log {

        /**
         * Writes a change.
         *
         * @param event name of the event
         * @param unit identifier of the unit or branch
         * @param outcome {@code ok} or {@code failed}
         */
        void write(String event, String unit, String outcome);
    }

    @Override
    public Report report() {
        return units.report();
    }

    @Override
    public List<InDoubtBranch> end(String id, boolean commit) {
        return audited(
                commit ? UnitRequests.COMMIT : UnitRequests.ROLL_BACK,
                id,
                () -> units.end(id, commit));
    }

    @Override
    public void forget(String unit) {
        audited(
                UnitRequests.FORGET,
                unit,
                () -> {
                    units.forget(unit);
                    return unit;
                });
    }

    private <T> T audited(String operation, String id, Supplier<T> change) {
        String outcome = "failed";
        try {
            T result = change.get();
            outcome = "ok";
            return result;
        } finally {
            log.write("unit." + operation, id, outcome);
        }
    }
}
