package io.millrace.store.xa;

import com.arjuna.ats.jta.recovery.XAResourceOrphanFilter;
import com.arjuna.ats.jta.xa.XATxConverter;

import javax.transaction.xa.Xid;

/**
 * A filter that excludes branches whose units a store has decided from Narayana's recovery. It is
 * public because Narayana creates it by its class name.
 */
public final class DecidedUnitsFilter implements XAResourceOrphanFilter {

    @Override
    public Vote checkXid(Xid xid) {
        return xid.getFormatId() == XATxConverter.FORMAT_ID && NarayanaCoordinator.holds(xid)
                ? Vote.LEAVE_ALONE
                : Vote.ABSTAIN;
    }
}
