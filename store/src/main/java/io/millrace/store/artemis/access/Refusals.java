package io.millrace.store.artemis.access;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;
import io.millrace.engine.queue.AuditLog;

import org.apache.activemq.artemis.core.security.CheckType;
import org.slf4j.Logger;

import java.util.Locale;

/** The refused operations of clients, in the audit log and in the log of the operator. */
final class Refusals {

    private static final Logger LOG = EventLog.of(Refusals.class);

    private Refusals() {}

    /**
     * Writes a refused operation to the audit log, and reports the first of several to the
     * operator, who can grant the right or create the queue.
     */
    static void add(AuditLog audit, AuditLog.Entry entry) {
        if (!audit.add(entry)) {
            return;
        }
        if (entry.outcome().equals(AuditLog.REFUSED)) {
            LOG.warn(
                    "{} {}",
                    ErrorCode.QUEUE_NOT_AUTHORIZED.id(),
                    missingRight(entry.user(), entry.event(), entry.object()));
        } else if (entry.outcome().equals(AuditLog.UNKNOWN)) {
            LOG.warn(
                    """
                    {} unknown queue {}: a request of user {} at {} ({}) is rejected; correct the \
                    name in the client, or create the queue\
                    """,
                    ErrorCode.UNKNOWN_QUEUE.id(),
                    entry.object(),
                    entry.user(),
                    entry.address(),
                    entry.protocol());
        }
    }

    /** Returns the name of an event that requires a right. */
    static String event(CheckType right) {
        return right.name().toLowerCase(Locale.ROOT);
    }

    /** Returns the description of a missing right in the terms of {@code broker.yaml}. */
    static String missingRight(String user, String event, String object) {
        String right =
                switch (event) {
                    case "send" -> "put";
                    case "consume" -> "get";
                    case "manage", "view", "edit" -> "admin";
                    default -> event.replaceAll("_.*", "");
                };
        int queue = object.indexOf("::");
        return "user "
                + user
                + " needs the right "
                + right
                + " for "
                + (queue < 0 ? object : object.substring(queue + 2))
                + " (users in broker.yaml)";
    }
}
