package io.millrace.store.artemis;

import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/**
 * A session's branches of coordinated units. A store whose disk has failed may say that it has
 * prepared or committed what is not on the disk: then the answer is not passed on.
 */
record CheckedResource(XAResource resource, ArtemisStore store) implements XAResource {

    private void check() throws XAException {
        if (store.hasFailed()) {
            XAException lost = new XAException(XAException.XAER_RMFAIL);
            lost.initCause(store.failure());
            throw lost;
        }
    }

    @Override
    public int prepare(Xid xid) throws XAException {
        int vote = resource.prepare(xid);
        check();
        return vote;
    }

    @Override
    public void commit(Xid xid, boolean onePhase) throws XAException {
        resource.commit(xid, onePhase);
        check();
    }

    @Override
    public void start(Xid xid, int flags) throws XAException {
        resource.start(xid, flags);
    }

    @Override
    public void end(Xid xid, int flags) throws XAException {
        resource.end(xid, flags);
    }

    @Override
    public void rollback(Xid xid) throws XAException {
        resource.rollback(xid);
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
    public boolean isSameRM(XAResource other) throws XAException {
        return resource.isSameRM(
                other instanceof CheckedResource checked ? checked.resource : other);
    }

    @Override
    public int getTransactionTimeout() throws XAException {
        return resource.getTransactionTimeout();
    }

    @Override
    public boolean setTransactionTimeout(int seconds) throws XAException {
        return resource.setTransactionTimeout(seconds);
    }
}
