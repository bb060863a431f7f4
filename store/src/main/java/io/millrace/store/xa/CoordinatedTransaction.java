package io.millrace.store.xa;

import com.arjuna.ats.arjuna.coordinator.ActionManager;
import com.arjuna.ats.arjuna.coordinator.AddOutcome;
import com.arjuna.ats.arjuna.coordinator.BasicAction;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.work.Coordinator;
import io.millrace.engine.work.Participant;

import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;

import org.slf4j.Logger;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.StringJoiner;

/**
 * A coordinated unit of work, managed by Narayana. With a single participant, it commits in one
 * phase and writes no log. If one of several participants decides, the others prepare, the deciding
 * participant commits, and then the others commit. In this case, the log is written only if the
 * commit could not reach a participant.
 */
final class CoordinatedTransaction implements Coordinator.Transaction {

    private static final Logger LOG = EventLog.of(NarayanaCoordinator.class);

    private static final String UNKNOWN =
            """
            the connection to its only resource was lost during the commit, so the outcome is \
            unknown; the unit is treated as rolled back\
            """;

    private final Transaction transaction;
    private final BasicAction action;
    private final DecidedUnits decided;
    private final Runnable recovery;
    private final List<XaBranch> parts = new ArrayList<>();

    /**
     * Participant whose commit determines the outcome of the unit; null if the log determines the
     * outcome.
     */
    private DecidingParticipant last;

    /**
     * @param action the unit in the core of Narayana
     * @param recovery requests a recovery pass if a branch may have remained prepared
     */
    CoordinatedTransaction(
            Transaction transaction, BasicAction action, DecidedUnits decided, Runnable recovery) {
        this.transaction = transaction;
        this.action = action;
        this.decided = decided;
        this.recovery = recovery;
    }

    @Override
    public void join(Participant participant) {
        if (!(participant instanceof XaParticipant xa)) {
            throw new MillraceException(
                    ErrorCode.COORDINATION_REFUSED,
                    participant.label() + " cannot take part in coordinated units of work");
        }
        Optional<LastResource> work = xa.lastResource();
        if (work.isPresent()) {
            joinLast(xa, work.get());
            return;
        }
        NamedResource resource = NamedResource.of(xa);
        parts.add(resource);
        try {
            if (!transaction.enlistResource(resource)) {
                throw notBegun(resource, participant.label());
            }
        } catch (RollbackException | SystemException | IllegalStateException e) {
            throw failed(participant.label() + " cannot join", e);
        }
    }

    private void joinLast(XaParticipant participant, LastResource work) {
        Decisions decisions = decided.forUnit();
        if (last != null || decisions == null) {
            throw new MillraceException(
                    ErrorCode.COORDINATION_REFUSED,
                    participant.label()
                            + (last != null
                                    ? " already take part in the unit of work with another session"
                                    : " are not known to the coordinator"));
        }
        last = new DecidingParticipant(participant, work, action.get_uid(), decisions);
        parts.add(last);
        if (action.add(last.record()) != AddOutcome.AR_ADDED) {
            throw failed(participant.label() + " cannot join", new IllegalStateException());
        }
    }

    /**
     * Returns the exception for a unit that could not begin. The message is not the cause, so it is
     * received again.
     */
    private static MillraceException notBegun(NamedResource resource, String label) {
        return resource.passing() != null
                ? resource.passing()
                : new MillraceException(
                        ErrorCode.DATABASE_DOWN,
                        label
                                + """
                                 did not begin a branch of a coordinated unit of work; most \
                                 likely its \
                                connection is lost\
                                """);
    }

    @Override
    public void commit() {
        if (last != null) {
            last.others(parts.stream().filter(p -> p != last).map(XaBranch::resourceName).toList());
        }
        try {
            end();
        } catch (RollbackException e) {
            throw failed(isOutcomeUnknown() ? UNKNOWN : "it was rolled back", e);
        } catch (HeuristicMixedException | HeuristicRollbackException e) {
            throw new MillraceException(
                    ErrorCode.UNIT_OF_WORK_DAMAGED,
                    "the unit of work "
                            + id()
                            + " ended differently in its resources"
                            + reasons(e)
                            + "; compare them and correct the differences",
                    e);
        } catch (SystemException | IllegalStateException | SecurityException e) {
            throw failed("it did not end", e);
        }
    }

    private void end()
            throws RollbackException,
                    HeuristicMixedException,
                    HeuristicRollbackException,
                    SystemException {
        try {
            transaction.commit();
        } catch (MillraceException unknown) {
            if (last != null && last.outcomeUnknown()) {
                // The unit is no longer ended here. Recovery determines its outcome.
                ActionManager.manager().remove(action.get_uid());
            }
            throw unknown;
        } finally {
            TransactionLog.ended(action.get_uid());
            if (parts.stream().anyMatch(part -> part.passing() != null)) {
                recovery.run();
            }
        }
    }

    @Override
    public void rollback() {
        try {
            transaction.rollback();
        } catch (SystemException | IllegalStateException e) {
            // Branches that are not prepared are rolled back when their connections end. Recovery
            // rolls back prepared branches.
            LOG.debug("the rollback failed; recovery will complete it", e);
        }
    }

    private MillraceException failed(String what, Exception e) {
        String text = "the coordinated unit of work failed: " + what + reasons(e);
        MillraceException passing =
                parts.stream()
                        .map(XaBranch::passing)
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse(null);
        return new MillraceException(
                ErrorCode.UNIT_OF_WORK_FAILED, text, passing == null ? e : passing);
    }

    private boolean isOutcomeUnknown() {
        return parts.stream().anyMatch(XaBranch::outcomeUnknown);
    }

    private String reasons(Exception e) {
        StringJoiner reasons = new StringJoiner("; ", ": ", "");
        reasons.setEmptyValue(e.getMessage() == null ? "" : ": " + e.getMessage());
        for (XaBranch part : parts) {
            if (part.failure() != null) {
                reasons.add(part.failure());
            }
        }
        return reasons.toString();
    }

    /** Returns the id of the unit in the log and the branches. */
    private String id() {
        return transaction instanceof com.arjuna.ats.jta.transaction.Transaction known
                ? PreparedBranches.unit(known.getTxId())
                : transaction.toString();
    }
}
