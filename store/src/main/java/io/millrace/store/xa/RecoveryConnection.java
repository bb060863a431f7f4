package io.millrace.store.xa;

import com.arjuna.ats.jta.recovery.XAResourceRecoveryHelper;

import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.MillraceException;

import org.slf4j.Logger;

import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;

/**
 * A connection of Narayana's recovery to a resource, which is kept while it works. Only one
 * recovery pass at a time can use it.
 */
final class RecoveryConnection implements XAResourceRecoveryHelper, AutoCloseable {

    private static final Logger LOG = EventLog.of(NarayanaCoordinator.class);

    private final XaRecoverable resource;
    private XaRecoverable.Line line;
    private boolean down;

    RecoveryConnection(XaRecoverable resource) {
        this.resource = resource;
    }

    XaRecoverable recoverable() {
        return resource;
    }

    @Override
    public boolean initialise(String properties) {
        return true;
    }

    @Override
    public synchronized XAResource[] getXAResources() {
        try {
            if (line != null && !works()) {
                close();
            }
            if (line == null) {
                line = resource.connect();
            }
            down = false;
            return new XAResource[] {NamedResource.of(resource, line.resource())};
        } catch (MillraceException e) {
            if (!down) {
                LOG.warn(
                        "{} {} cannot list its prepared branches, and is queried again: {}",
                        e.code().id(),
                        resource.label(),
                        e.getMessage());
            }
            down = true;
            return new XAResource[0];
        }
    }

    private boolean works() {
        try {
            line.resource().recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN);
            return true;
        } catch (XAException e) {
            return false;
        }
    }

    @Override
    public synchronized void close() {
        XaRecoverable.Line closing = line;
        line = null;
        if (closing != null) {
            closing.close();
        }
    }
}
