package io.millrace.store.xa;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;

import org.jboss.tm.XAResourceWrapper;

import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/**
 * A resource with its name, which {@link ResourceNames} writes into the log. If the answer to a
 * request was lost, the recovery uses the name to detect that the branch has ended: the resource
 * with this name no longer lists it.
 *
 * <p>It returns codes to Narayana that match the known outcome, because some drivers set no code,
 * and others report every error as an unreachable resource. Only one thread at a time can use it.
 */
final class NamedResource implements XAResourceWrapper, XaBranch {

    private final String label;
    private final String name;
    private final XAResource resource;

    /** Participant of the resource; null in recovery. */
    private final XaParticipant participant;

    private XAException failure;
    private MillraceException passing;
    private boolean outcomeUnknown;

    private NamedResource(
            String label, String name, XAResource resource, XaParticipant participant) {
        this.label = label;
        this.name = name;
        this.resource = resource;
        this.participant = participant;
    }

    /** Returns the resource of a participant in a unit. */
    static NamedResource of(XaParticipant participant) {
        return new NamedResource(
                participant.label(),
                participant.resourceName(),
                participant.resource(),
                participant);
    }

    /** Returns a resource for recovery. */
    static NamedResource of(XaRecoverable recovered, XAResource resource) {
        return new NamedResource(recovered.label(), recovered.resourceName(), resource, null);
    }

    @Override
    public String resourceName() {
        return name;
    }

    @Override
    public String failure() {
        return failure == null ? null : label + ": " + PreparedBranches.text(failure);
    }

    @Override
    public MillraceException passing() {
        return passing;
    }

    /** Whether the outcome is unknown; only for a resource that was to commit a unit alone. */
    @Override
    public boolean outcomeUnknown() {
        return outcomeUnknown;
    }

    private XAException noted(XAException e) {
        if (e.errorCode == XAResource.XA_OK) {
            // H2 sets no error code. Narayana would interpret this as a heuristic outcome.
            e.errorCode = XAException.XAER_RMFAIL;
        }
        failure = failure == null ? e : failure;
        if (passing == null && participant != null) {
            passing = participant.passing(e).orElse(null);
        }
        return e;
    }

    @Override
    public XAResource getResource() {
        return resource;
    }

    @Override
    public String getProductName() {
        return label;
    }

    @Override
    public String getProductVersion() {
        return "";
    }

    @Override
    public String getJndiName() {
        return name;
    }

    @Override
    public void start(Xid xid, int flags) throws XAException {
        try {
            resource.start(xid, flags);
        } catch (XAException e) {
            throw noted(e);
        }
    }

    @Override
    public void end(Xid xid, int flags) throws XAException {
        try {
            resource.end(xid, flags);
        } catch (XAException e) {
            throw noted(e);
        }
    }

    @Override
    public int prepare(Xid xid) throws XAException {
        try {
            return resource.prepare(xid);
        } catch (XAException e) {
            noted(e);
            throw isAway() || isDecision(e) ? e : refused(xid, e);
        }
    }

    /**
     * Returns the exception for a failed prepare. A resource that cannot prepare has nothing
     * prepared, whatever its code. In a later rollback, the branch would be unknown to the
     * resource, which Narayana would treat as a heuristic decision.
     */
    private XAException refused(Xid xid, XAException e) {
        try {
            resource.rollback(xid);
        } catch (XAException unknown) {
            e.addSuppressed(unknown);
        }
        return undone(XAException.XA_RBROLLBACK, e);
    }

    private static XAException undone(int code, XAException cause) {
        XAException undone = new XAException(code);
        undone.initCause(cause);
        return undone;
    }

    @Override
    public void commit(Xid xid, boolean onePhase) throws XAException {
        try {
            resource.commit(xid, onePhase);
        } catch (XAException e) {
            noted(e);
            throw onePhase ? alone(e) : e;
        } catch (RuntimeException defect) {
            XAException e = new XAException(XAException.XAER_RMFAIL);
            e.initCause(defect);
            noted(e);
            throw onePhase ? alone(e) : e;
        }
    }

    /**
     * Returns the exception for a resource that commits alone. The unit has no entry in the log, so
     * the resource is not queried again. Either it has rejected the commit or the outcome is
     * unknown. Narayana would treat that as a damaged unit or even as a committed one.
     */
    private XAException alone(XAException e) {
        if (isDecision(e)) {
            return e;
        }
        outcomeUnknown = isAway();
        return undone(outcomeUnknown ? XAException.XA_RBCOMMFAIL : XAException.XA_RBROLLBACK, e);
    }

    private boolean isAway() {
        return passing != null
                && (passing.code() == ErrorCode.DATABASE_DOWN
                        || passing.code() == ErrorCode.QUEUE_STORE_DOWN);
    }

    private static boolean isDecision(XAException e) {
        return isRolledBack(e)
                || switch (e.errorCode) {
                    case XAException.XA_HEURCOM,
                            XAException.XA_HEURRB,
                            XAException.XA_HEURMIX,
                            XAException.XA_HEURHAZ ->
                            true;
                    default -> false;
                };
    }

    static boolean isRolledBack(XAException e) {
        return e.errorCode >= XAException.XA_RBBASE && e.errorCode <= XAException.XA_RBEND;
    }

    @Override
    public void rollback(Xid xid) throws XAException {
        try {
            if (participant == null) {
                // H2 rolls back the branch that its connection listed last, and treats a second
                // branch as its own work, which does not exist.
                resource.recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN);
            }
            resource.rollback(xid);
        } catch (XAException e) {
            throw noted(e);
        }
    }

    @Override
    public void forget(Xid xid) throws XAException {
        resource.forget(xid);
    }

    @Override
    public Xid[] recover(int flag) throws XAException {
        return resource.recover(flag);
    }

    @Override
    public boolean isSameRM(XAResource other) {
        return other instanceof NamedResource named && named.resource == resource;
    }

    @Override
    public int getTransactionTimeout() throws XAException {
        return resource.getTransactionTimeout();
    }

    @Override
    public boolean setTransactionTimeout(int seconds) throws XAException {
        return resource.setTransactionTimeout(seconds);
    }

    @Override
    public String toString() {
        return label + " (" + name + ")";
    }
}
