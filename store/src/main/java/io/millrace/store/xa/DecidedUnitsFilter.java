package io.millrace.store.xa;

import com.arjuna.ats.jta.recovery.XAResourceOrphanFilter;
import com.arjuna.ats.jta.xa.XATxConverter;

import javax.transaction.xa.Xid;

/**
 * A filter that excludes branches from the recovery of Narayana if a store has determined the
 * outcome of their unit. It is public because Narayana creates it by its class name.
 */
public final class DecidedUnitsFilter implements XAResourceOrphanFilter {

    @Override
    public Vote checkXid(Xid xid) {
        return xid.getFormatId() == XATxConverter.FORMAT_ID && NarayanaCoordinator.holds(xid)
                ? Vote.LEAVE_ALONE
                : Vote.ABSTAIN;
    }
}
