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

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.StringJoiner;

/** One unit at Narayana. With a single participant it commits in one phase, and writes no log. */
final class CoordinatedTransaction implements Coordinator.Transaction {

    private static final Logger LOG = LoggerFactory.getLogger(NarayanaCoordinator.class);

    private static final String UNKNOWN =
            "its only resource was lost while it committed, and whether it did is not known; the"
                    + " unit counts as undone";

    private final Transaction transaction;
    private final List<NamedResource> resources = new ArrayList<>();

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
        NamedResource resource = NamedResource.of(xa);
        resources.add(resource);
        try {
            if (!transaction.enlistResource(resource)) {
                throw notBegun(resource, participant.label());
            }
        } catch (RollbackException | SystemException | IllegalStateException e) {
            throw failed(participant.label() + " cannot join", e);
        }
    }

    /** No message is to blame: it comes again. */
    private static MillraceException notBegun(NamedResource resource, String label) {
        return resource.passing() != null
                ? resource.passing()
                : new MillraceException(
                        ErrorCode.DATABASE_DOWN,
                        label
                                + " did not begin a branch of a coordinated unit of work; most"
                                + " likely its connection is lost");
    }

    @Override
    public void commit() {
        try {
            transaction.commit();
        } catch (RollbackException e) {
            throw failed(isOutcomeUnknown() ? UNKNOWN : "it was rolled back", e);
        } catch (HeuristicMixedException | HeuristicRollbackException e) {
            throw new MillraceException(
                    ErrorCode.UNIT_OF_WORK_DAMAGED,
                    "the unit of work "
                            + id()
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

    private MillraceException failed(String what, Exception e) {
        String text = "the coordinated unit of work failed: " + what + reasons(e);
        MillraceException passing =
                resources.stream()
                        .map(NamedResource::passing)
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse(null);
        return new MillraceException(
                ErrorCode.UNIT_OF_WORK_FAILED, text, passing == null ? e : passing);
    }

    private boolean isOutcomeUnknown() {
        return resources.stream().anyMatch(NamedResource::outcomeUnknown);
    }

    private String reasons(Exception e) {
        StringJoiner reasons = new StringJoiner("; ", ": ", "");
        reasons.setEmptyValue(e.getMessage() == null ? "" : ": " + e.getMessage());
        for (NamedResource resource : resources) {
            if (resource.failure() != null) {
                reasons.add(resource.failure());
            }
        }
        return reasons.toString();
    }

    /** As the log and the branches call it. */
    private String id() {
        return transaction instanceof com.arjuna.ats.jta.transaction.Transaction known
                ? Branches.unit(known.getTxId())
                : transaction.toString();
    }
}
