package io.millrace.store.xa;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.work.Coordinator;
import io.millrace.engine.work.Participant;

import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.sql.SQLException;
import java.util.StringJoiner;

import javax.transaction.xa.XAException;

/** One unit at Narayana. With a single participant it commits in one phase, and writes no log. */
final class CoordinatedTransaction implements Coordinator.Transaction {

    private static final Logger LOG = LoggerFactory.getLogger(NarayanaCoordinator.class);

    private final Transaction transaction;

    CoordinatedTransaction(Transaction transaction) {
        this.transaction = transaction;
    }

    @Override
    public void join(Participant participant) {
        if (!(participant instanceof XaParticipant xa)) {
            throw new MillraceException(
                    ErrorCode.COORDINATION_REFUSED,
                    participant.label() + " cannot take part in coordinated units of work");
        }
        try {
            NamedResource resource =
                    new NamedResource(xa.label(), xa.resourceName(), xa.resource());
            if (!transaction.enlistResource(resource)) {
                // No message is to blame: it comes again.
                throw new MillraceException(
                        ErrorCode.DATABASE_DOWN,
                        participant.label()
                                + " did not begin a branch of a coordinated unit of work; most"
                                + " likely its connection is lost");
            }
        } catch (RollbackException | SystemException | IllegalStateException e) {
            throw failed(participant.label() + " cannot join", e);
        }
    }

    @Override
    public void commit() {
        try {
            transaction.commit();
        } catch (RollbackException e) {
            throw failed("it was rolled back", e);
        } catch (HeuristicMixedException | HeuristicRollbackException e) {
            throw new MillraceException(
                    ErrorCode.UNIT_OF_WORK_DAMAGED,
                    "the unit of work "
                            + transaction
                            + " did not end alike in all its resources"
                            + reasons(e)
                            + "; look at them and set right what differs",
                    e);
        } catch (SystemException | IllegalStateException | SecurityException e) {
            throw failed("it did not end", e);
        }
    }

    @Override
    public void rollback() {
        try {
            transaction.rollback();
        } catch (SystemException | IllegalStateException e) {
            // What is not prepared is undone when its connection ends; what is, by the recovery.
            LOG.debug("a rollback is left to the recovery", e);
        }
    }

    private static MillraceException failed(String what, Exception e) {
        String text =
                "the coordinated unit of work failed: " + what + (e == null ? "" : reasons(e));
        MillraceException away =
                isAway(e) ? new MillraceException(ErrorCode.DATABASE_DOWN, text, e) : null;
        return new MillraceException(ErrorCode.UNIT_OF_WORK_FAILED, text, away == null ? e : away);
    }

    /** Whether a resource could not be reached, rather than refused. */
    private static boolean isAway(Exception e) {
        if (e == null) {
            return false;
        }
        boolean away = e.getCause() instanceof XAException xa && isAway(xa);
        for (Throwable suppressed : e.getSuppressed()) {
            away |= suppressed instanceof XAException xa && isAway(xa);
        }
        return away;
    }

    private static boolean isAway(XAException e) {
        // PostgreSQL's driver says RMFAIL of nearly all that goes wrong; what it was, the cause
        // says.
        return e.getCause() instanceof SQLException sql && sql.getSQLState() != null
                ? sql.getSQLState().startsWith("08") || sql.getSQLState().startsWith("57P")
                : e.errorCode == XAException.XAER_RMFAIL;
    }

    private static String reasons(Exception e) {
        StringJoiner reasons = new StringJoiner("; ", ": ", "");
        reasons.setEmptyValue("");
        add(e.getCause(), reasons);
        for (Throwable suppressed : e.getSuppressed()) {
            add(suppressed, reasons);
        }
        return reasons.toString();
    }

    private static void add(Throwable thrown, StringJoiner reasons) {
        if (thrown instanceof XAException xa) {
            reasons.add(Branches.text(xa));
        } else if (thrown != null && thrown.getMessage() != null) {
            reasons.add(thrown.getMessage());
        }
    }
}
