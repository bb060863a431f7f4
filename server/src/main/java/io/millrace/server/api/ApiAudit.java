package io.millrace.server.api;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.queue.AuditLog;

import org.slf4j.Logger;

import java.util.ArrayList;
import java.util.List;

/** A writer of audit log entries for API calls: all changes and all refused calls. */
final class ApiAudit {

    /** Protocol of the entries. */
    static final String PROTOCOL = "HTTP";

    private static final Logger LOG = EventLog.of(ApiAudit.class);
    private static final String EVENT = "api.";

    private final AuditLog log;

    ApiAudit(AuditLog log) {
        this.log = log;
    }

    /**
     * Writes a refused call. The first of several refused calls is also logged for the operator.
     */
    void refused(Route route, ApiRequest request, String address, MillraceException refused) {
        if (log.add(entry(route, request, address, AuditLog.REFUSED))) {
            LOG.warn("{} {}", ErrorCode.NOT_AUTHORIZED.id(), refused.getMessage());
        }
    }

    /** Writes a call that can make a change. Does nothing for other calls. */
    void called(Route route, ApiRequest request, String address, boolean success) {
        if (!route.isChange()) {
            return;
        }
        AuditLog.Entry entry =
                entry(route, request, address, success ? AuditLog.OK : AuditLog.FAILED);
        if (MessageApi.isMessage(route)) {
            log.add(entry);
        } else {
            log.change(entry);
        }
    }

    private static AuditLog.Entry entry(
            Route route, ApiRequest request, String address, String outcome) {
        List<String> objects = new ArrayList<>(request.parameters().values());
        String group = request.query().getOrDefault("group", "");
        if (!group.isEmpty()) {
            objects.add("group " + group);
        }
        return new AuditLog.Entry(
                EVENT + route.operation(),
                request.caller().name(),
                address,
                PROTOCOL,
                String.join(" ", objects),
                outcome);
    }
}
