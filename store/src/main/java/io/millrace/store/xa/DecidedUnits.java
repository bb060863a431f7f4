package io.millrace.store.xa;

import com.arjuna.ats.arjuna.common.Uid;
import com.arjuna.ats.arjuna.coordinator.ActionManager;
import com.arjuna.ats.jta.xa.XATxConverter;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.MillraceException;

import org.slf4j.Logger;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/**
 * Recovery of the units whose outcome a store, not the log, has determined. It commits the prepared
 * branches of these units, and prevents Narayana, whose log does not contain the units, from
 * rolling them back.
 *
 * <p>A file in the folder of the coordinator indicates that such units can exist. If the file
 * exists but the store is not open, nothing is rolled back. Safe for use by several threads.
 */
final class DecidedUnits {

    private static final Logger LOG = EventLog.of(NarayanaCoordinator.class);

    /**
     * File in the folder of the coordinator. It exists from the first such unit until the process
     * ends without such units.
     */
    static final String FILE = "decided-by-queues";

    private final Path file;
    private boolean marked;
    private boolean warned;
    private volatile Decisions decisions;

    DecidedUnits(Path folder) {
        file = folder.resolve(FILE);
        marked = Files.exists(file);
    }

    /** Sets the store that determines the outcome of units. */
    void use(Decisions store) {
        decisions = store;
    }

    /**
     * Returns the store that will determine the outcome of a new unit; null if the log determines
     * the outcome.
     *
     * @throws MillraceException with STORE_NOT_WRITABLE
     */
    Decisions forUnit() {
        Decisions store = decisions;
        if (store != null) {
            mark();
        }
        return store;
    }

    private synchronized void mark() {
        if (marked) {
            return;
        }
        try (FileChannel made =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            made.force(true);
            marked = true;
        } catch (IOException e) {
            throw new MillraceException(
                    ErrorCode.STORE_NOT_WRITABLE,
                    "the folder of coordinated units of work cannot be written: " + e.getMessage(),
                    e);
        }
    }

    /** Whether a branch must not be rolled back although the log has no entry for it. */
    boolean holds(Xid xid) {
        Decisions store = decisions;
        if (store != null) {
            return store.outcome(PreparedBranches.unit(xid)) != Decisions.Outcome.UNDONE;
        }
        return isHeldForStore();
    }

    private synchronized boolean isHeldForStore() {
        if (marked && !warned) {
            warned = true;
            LOG.warn(
                    """
                    {} prepared branches of coordinated units of work are not rolled back: the \
                    embedded queues of this home, which have the outcomes, are not open\
                    """,
                    ErrorCode.UNIT_OF_WORK_FAILED.id());
        }
        return marked;
    }

    /** Ends the branches of units, except those that this process is currently ending. */
    void end(Collection<RecoveryConnection> lines) {
        Decisions store = decisions;
        if (store == null) {
            return;
        }
        Map<String, Decision> due = new HashMap<>();
        for (Decision decision : store.open()) {
            if (ActionManager.manager().get(new Uid(decision.unit(), true)) == null) {
                due.put(decision.unit(), decision);
            }
        }
        if (!due.isEmpty()) {
            end(store, due, lines);
        }
    }

    private static void end(
            Decisions store, Map<String, Decision> due, Collection<RecoveryConnection> lines) {
        Set<String> queried = new HashSet<>();
        Set<String> left = new HashSet<>();
        for (RecoveryConnection line : lines) {
            for (XAResource resource : line.getXAResources()) {
                try {
                    Xid[] prepared =
                            resource.recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN);
                    queried.add(line.recoverable().resourceName());
                    for (Xid xid : prepared == null ? new Xid[0] : prepared) {
                        if (isOurs(xid)
                                && due.containsKey(PreparedBranches.unit(xid))
                                && !end(store, resource, xid)) {
                            left.add(PreparedBranches.unit(xid));
                        }
                    }
                } catch (XAException e) {
                    LOG.debug("{} is queried again", line.recoverable().label(), e);
                }
            }
        }
        for (Decision decision : due.values()) {
            if (!left.contains(decision.unit())
                    && queried.containsAll(decision.resources())
                    && store.outcome(decision.unit()) != Decisions.Outcome.UNKNOWN) {
                store.forget(decision.unit());
            }
        }
    }

    private static boolean isOurs(Xid xid) {
        return xid.getFormatId() == XATxConverter.FORMAT_ID;
    }

    /**
     * Commits a branch if its unit is committed, and returns whether the branch is complete. Does
     * not roll back: rollbacks are left to Narayana. It first checks that the unit is not being
     * ended and was not logged in the meantime.
     */
    private static boolean end(Decisions store, XAResource resource, Xid xid) {
        Decisions.Outcome outcome = store.outcome(PreparedBranches.unit(xid));
        if (outcome != Decisions.Outcome.COMMITTED) {
            return outcome == Decisions.Outcome.UNDONE;
        }
        try {
            resource.commit(xid, false);
            LOG.info("the recovery has committed {} in {}", PreparedBranches.id(xid), resource);
            return true;
        } catch (XAException e) {
            LOG.warn(
                    "{} is not ended in {}: {}",
                    PreparedBranches.id(xid),
                    resource,
                    PreparedBranches.text(e));
            return false;
        }
    }

    /** Registers that the coordinator is closed. */
    synchronized void close() {
        Decisions store = decisions;
        decisions = null;
        try {
            if (store != null && store.open().isEmpty()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            LOG.debug("{} remains, and is examined again", file, e);
        }
    }
}
