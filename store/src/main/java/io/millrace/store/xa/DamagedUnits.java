package io.millrace.store.xa;

import com.arjuna.ats.arjuna.common.Uid;
import com.arjuna.ats.arjuna.coordinator.AbstractRecord;
import com.arjuna.ats.arjuna.coordinator.ActionStatus;
import com.arjuna.ats.arjuna.exceptions.ObjectStoreException;
import com.arjuna.ats.arjuna.objectstore.RecoveryStore;
import com.arjuna.ats.arjuna.objectstore.StoreManager;
import com.arjuna.ats.arjuna.state.InputObjectState;
import com.arjuna.ats.internal.arjuna.common.UidHelper;
import com.arjuna.ats.internal.jta.resources.arjunacore.XAResourceRecord;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.work.DamagedUnit;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Access to the units in Narayana's log in which a resource made a heuristic decision. */
final class DamagedUnits {

    private static final String UNITS =
            "/StateManager/BasicAction/TwoPhaseCoordinator/AtomicAction";

    private DamagedUnits() {}

    static List<DamagedUnit> list() {
        List<DamagedUnit> damaged = new ArrayList<>();
        RecoveryStore log = StoreManager.getRecoveryStore();
        InputObjectState found = new InputObjectState();
        try {
            if (!log.allObjUids(UNITS, found)) {
                return damaged;
            }
            for (Uid unit = UidHelper.unpackFrom(found);
                    unit.notEquals(Uid.nullUid());
                    unit = UidHelper.unpackFrom(found)) {
                LoggedUnit logged = new LoggedUnit(unit);
                if (logged.isHeuristic()) {
                    damaged.add(
                            new DamagedUnit(
                                    unit.stringForm(),
                                    logged.began(),
                                    logged.outcome(),
                                    logged.resources()));
                }
            }
            return damaged;
        } catch (ObjectStoreException | IOException e) {
            throw unreadable(e);
        }
    }

    static boolean forget(String name) {
        Uid unit = new Uid(name, true);
        if (!unit.valid() || list().stream().noneMatch(d -> d.unit().equals(unit.stringForm()))) {
            return false;
        }
        try {
            return StoreManager.getRecoveryStore().remove_committed(unit, UNITS);
        } catch (ObjectStoreException e) {
            throw unreadable(e);
        }
    }

    private static MillraceException unreadable(Exception e) {
        return new MillraceException(
                ErrorCode.STORE_NOT_WRITABLE,
                "the log of coordinated units of work cannot be used: " + e.getMessage(),
                e);
    }

    /** A unit as stored in the log. */
    private static final class LoggedUnit extends com.arjuna.ats.arjuna.AtomicAction {

        LoggedUnit(Uid unit) {
            super(unit);
            activate();
        }

        boolean isHeuristic() {
            return heuristicList != null && heuristicList.size() > 0;
        }

        List<String> resources() {
            List<String> labels = new ArrayList<>();
            for (AbstractRecord r = heuristicList.peekFront();
                    r != null;
                    r = heuristicList.peekNext(r)) {
                labels.add(r instanceof XAResourceRecord xa ? xa.getProductName() : r.toString());
            }
            return labels;
        }

        Instant began() {
            return Instant.ofEpochMilli(getCreationTimeMillis());
        }

        String outcome() {
            return ActionStatus.stringForm(status());
        }
    }
}
