package io.millrace.store.xa;

import com.arjuna.ats.internal.jta.xa.XID;
import com.arjuna.ats.jta.xa.XATxConverter;
import com.arjuna.ats.jta.xa.XidImple;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.work.InDoubtBranch;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/** Prepared branches of a resource, with names that users can enter. */
public final class PreparedBranches {

    private PreparedBranches() {}

    static List<InDoubtBranch> list(XaRecoverable resource) {
        try (XaRecoverable.Line line = resource.connect()) {
            List<InDoubtBranch> branches = new ArrayList<>();
            Map<String, Instant> since = resource.preparedSince();
            prepared(line.resource())
                    .forEach(
                            (id, xid) ->
                                    branches.add(
                                            new InDoubtBranch(
                                                    resource.label(),
                                                    id,
                                                    unit(xid),
                                                    node(xid),
                                                    since.get(id))));
            return branches;
        } catch (XAException e) {
            throw failed(resource, "list the prepared branches", e);
        }
    }

    static void end(XaRecoverable resource, String id, boolean commit) {
        try (XaRecoverable.Line line = resource.connect()) {
            Xid xid = prepared(line.resource()).get(id);
            if (xid == null) {
                throw new MillraceException(
                        ErrorCode.UNKNOWN_BRANCH,
                        resource.label() + " has no prepared branch " + id);
            }
            if (commit) {
                line.resource().commit(xid, false);
            } else {
                line.resource().rollback(xid);
            }
        } catch (XAException e) {
            throw failed(resource, (commit ? "commit " : "roll back ") + id, e);
        }
    }

    private static Map<String, Xid> prepared(XAResource resource) throws XAException {
        Map<String, Xid> prepared = new LinkedHashMap<>();
        Xid[] found = resource.recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN);
        for (Xid xid : found == null ? new Xid[0] : found) {
            prepared.put(id(xid), xid);
        }
        return prepared;
    }

    /** Returns the name of a branch within its resource. */
    public static String id(Xid xid) {
        return unit(xid) + "." + HexFormat.of().formatHex(xid.getBranchQualifier());
    }

    /**
     * Returns the name of a unit: as in the log for a unit of this coordinator, in hexadecimal for
     * a unit of another coordinator.
     */
    static String unit(Xid xid) {
        return xid.getFormatId() == XATxConverter.FORMAT_ID
                ? new XidImple(xid).getTransactionUid().stringForm()
                : HexFormat.of().formatHex(xid.getGlobalTransactionId());
    }

    private static String node(Xid xid) {
        return xid.getFormatId() == XATxConverter.FORMAT_ID
                ? XATxConverter.getNodeName(nativeXid(xid))
                : "";
    }

    private static XID nativeXid(Xid xid) {
        return new XidImple(xid).getXID();
    }

    private static MillraceException failed(XaRecoverable resource, String doing, XAException e) {
        if (e.errorCode == XAException.XAER_RMFAIL) {
            return resource.down(e);
        }
        return new MillraceException(
                ErrorCode.UNIT_OF_WORK_FAILED,
                resource.label() + " cannot " + doing + ": " + text(e),
                e);
    }

    /** Returns the text of an exception with the name of its code, because many have no text. */
    static String text(XAException e) {
        String name =
                Arrays.stream(XAException.class.getFields())
                        .filter(f -> Modifier.isStatic(f.getModifiers()))
                        .filter(f -> valueOf(f) == e.errorCode)
                        .map(Field::getName)
                        .filter(n -> !n.equals("XA_RBBASE") && !n.equals("XA_RBEND"))
                        .findFirst()
                        .orElse("XA error " + e.errorCode);
        String why = e.getCause() == null ? e.getMessage() : e.getCause().getMessage();
        return why == null ? name : name + ": " + why;
    }

    private static int valueOf(Field field) {
        try {
            return field.getInt(null);
        } catch (IllegalAccessException e) {
            return 0;
        }
    }
}
