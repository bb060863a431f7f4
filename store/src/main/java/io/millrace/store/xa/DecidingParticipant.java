package io.millrace.store.xa;

import com.arjuna.ats.arjuna.common.Uid;
import com.arjuna.ats.arjuna.coordinator.AbstractRecord;
import com.arjuna.ats.arjuna.coordinator.OnePhaseResource;
import com.arjuna.ats.arjuna.coordinator.TwoPhaseOutcome;
import com.arjuna.ats.arjuna.state.InputObjectState;
import com.arjuna.ats.arjuna.state.OutputObjectState;
import com.arjuna.ats.internal.arjuna.abstractrecords.LastResourceRecord;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;

import java.util.List;

import javax.transaction.xa.XAException;

/**
 * The participant whose commit determines the outcome of a unit, as a resource of Narayana. It
 * commits when all other participants have prepared. Only the thread of the unit can use it.
 */
final class DecidingParticipant implements OnePhaseResource, XaBranch {

    private final XaParticipant participant;
    private final LastResource work;
    private final Uid unit;
    private final Decisions decisions;

    private Decision decision;
    private boolean committed;
    private XAException failure;
    private MillraceException passing;
    private boolean outcomeUnknown;

    DecidingParticipant(
            XaParticipant participant, LastResource work, Uid unit, Decisions decisions) {
        this.participant = participant;
        this.work = work;
        this.unit = unit;
        this.decisions = decisions;
    }

    /**
     * Returns the record for Narayana. It is ordered after all other records until the participant
     * has committed, then before them.
     */
    AbstractRecord record() {
        return new LastResourceRecord(this) {
            /**
             * Whether this record is ordered before another record. It is the first of the records
             * to commit: once a record has committed, a heuristic decision in another record does
             * not make Narayana roll back the rest.
             */
            @Override
            public boolean shouldAdd(AbstractRecord other) {
                return committed || super.shouldAdd(other);
            }
        };
    }

    /** Sets the other resources of the unit, which is about to be ended. */
    void others(List<String> resources) {
        decision = resources.isEmpty() ? null : new Decision(unit.stringForm(), resources);
    }

    @Override
    public int commit() {
        try {
            if (decision != null) {
                work.decide(decision);
            }
            work.commit();
        } catch (XAException e) {
            failure = e;
            passing = participant.passing(e).orElse(null);
            outcomeUnknown = !NamedResource.isRolledBack(e);
            if (outcomeUnknown && decision != null) {
                throw unknown();
            }
            return TwoPhaseOutcome.ONE_PHASE_ERROR;
        }
        committed = true;
        if (decision != null) {
            TransactionLog.decided(unit, () -> decisions.forget(decision.unit()));
        }
        return TwoPhaseOutcome.FINISH_OK;
    }

    /** Returns the exception that leaves the unit unchanged, neither committed nor rolled back. */
    private MillraceException unknown() {
        return new MillraceException(
                ErrorCode.UNIT_OF_WORK_FAILED,
                "the coordinated unit of work failed: "
                        + failure()
                        + """
                        ; its outcome is unknown, and its prepared branches remain prepared until \
                        it is known\
                        """,
                passing == null ? failure : passing);
    }

    @Override
    public int rollback() {
        if (!committed) {
            work.rollback();
        }
        return TwoPhaseOutcome.FINISH_OK;
    }

    @Override
    public String resourceName() {
        return participant.resourceName();
    }

    @Override
    public String failure() {
        return failure == null ? null : participant.label() + ": " + PreparedBranches.text(failure);
    }

    @Override
    public MillraceException passing() {
        return passing;
    }

    @Override
    public boolean outcomeUnknown() {
        return outcomeUnknown;
    }

    /** Does nothing, because the log never contains this record. */
    @Override
    public void pack(OutputObjectState state) {}

    @Override
    public void unpack(InputObjectState state) {}

    @Override
    public String toString() {
        return participant.label();
    }
}
