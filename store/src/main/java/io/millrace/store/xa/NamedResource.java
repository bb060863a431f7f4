package io.millrace.store.xa;

import org.jboss.tm.XAResourceWrapper;

import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/**
 * A resource under its name, which {@link ResourceNames} writes into the log. By that the recovery
 * knows that a branch was ended though nobody heard of it: the resource of this name was asked, and
 * has it no more.
 *
 * @param label as in messages
 * @param name as {@link XaRecoverable#resourceName}
 */
record NamedResource(String label, String name, XAResource resource) implements XAResourceWrapper {

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
        resource.start(xid, flags);
    }

    @Override
    public void end(Xid xid, int flags) throws XAException {
        resource.end(xid, flags);
    }

    @Override
    public int prepare(Xid xid) throws XAException {
        return resource.prepare(xid);
    }

    @Override
    public void commit(Xid xid, boolean onePhase) throws XAException {
        resource.commit(xid, onePhase);
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
}
