package io.millrace.store.artemis.session;

import io.millrace.store.artemis.broker.BrokerSession;
import io.millrace.store.artemis.units.UnitDecisions;
import io.millrace.store.xa.Decision;
import io.millrace.store.xa.Decisions.Outcome;
import io.millrace.store.xa.LastResource;

import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.core.transaction.Transaction;

import javax.transaction.xa.XAException;

/**
 * The work of a session of an embedded broker in one coordinated unit: an ordinary Artemis
 * transaction, which also holds the decision. Because the broker is in this process, the outcome of
 * a commit is known even after an exception, unless the disk has failed.
 */
final class DecidingTransaction implements LastResource {

    private final ArtemisSession session;
    private final UnitDecisions decisions;
    private Decision decision;
    private boolean ended;

    /** Transaction that the commit ends; null before the first request for it. */
    private Transaction transaction;

    DecidingTransaction(ArtemisSession session, UnitDecisions decisions) {
        this.session = session;
        this.decisions = decisions;
    }

    @Override
    public void decide(Decision made) throws XAException {
        begun();
        decision = made;
        try {
            decisions.add(made, transaction);
        } catch (Exception e) {
            throw undone(e);
        }
    }

    private BrokerSession open() throws XAException {
        BrokerSession open = session.openUnit();
        if (open == null) {
            // The broker rolls back open work, because no commit was requested.
            throw undone(null);
        }
        return open;
    }

    /** Returns the session, after storing its transaction. */
    private BrokerSession begun() throws XAException {
        BrokerSession open = open();
        if (transaction == null) {
            transaction = open.transaction();
        }
        if (transaction == null) {
            throw undone(null);
        }
        return open;
    }

    @Override
    public void commit() throws XAException {
        BrokerSession open = begun();
        try {
            open.commit();
            if (transaction.getState() != Transaction.State.COMMITTED) {
                // Artemis also returns this code if it has rolled back without a reason.
                settle(null);
            }
        } catch (ActiveMQException | RuntimeException e) {
            settle(e);
        }
        ended = true;
        if (session.store().hasFailed()) {
            throw failed(XAException.XAER_RMFAIL, session.store().broker.failure());
        }
        if (decision != null) {
            decisions.committed(decision.unit());
        }
    }

    /** Returns normally if the transaction has committed despite the failure. */
    private void settle(Exception failure) throws XAException {
        Outcome outcome = decisions.settle(transaction);
        if (outcome == Outcome.UNDONE) {
            throw undone(failure);
        }
        ended = true;
        session.dropUnit();
        if (outcome == Outcome.UNKNOWN) {
            throw failed(XAException.XAER_RMFAIL, failure);
        }
    }

    private XAException undone(Exception cause) {
        rollback();
        return failed(XAException.XA_RBROLLBACK, cause);
    }

    private static XAException failed(int code, Exception cause) {
        XAException failed = new XAException(code);
        if (cause != null) {
            failed.initCause(cause);
        }
        return failed;
    }

    @Override
    public void rollback() {
        if (ended) {
            return;
        }
        ended = true;
        if (decision != null) {
            decisions.undone(decision.unit());
        }
        session.rollbackUnit();
    }
}
