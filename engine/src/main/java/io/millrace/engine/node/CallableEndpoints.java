package io.millrace.engine.node;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Problems;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The callable flows of a broker, by application and endpoint. Safe for use by several threads. */
public final class CallableEndpoints {

    private record Name(String application, String endpoint) {}

    /** A callable flow and the number of its registrations. */
    private record Entry(FlowCalls calls, int registrations) {}

    private final Map<Name, Entry> entries = new LinkedHashMap<>();

    /**
     * Registers a callable flow. Versions and execution groups of the same flow register themselves
     * independently.
     *
     * @return registration, which must be closed
     * @throws MillraceException with DUPLICATE_NAME if another flow has this endpoint
     */
    public synchronized AutoCloseable add(String application, String endpoint, FlowCalls calls) {
        Name name = new Name(application, endpoint);
        Entry known = entries.get(name);
        if (known != null && known.calls != calls) {
            throw new MillraceException(
                    ErrorCode.DUPLICATE_NAME,
                    "two input nodes of the application "
                            + application
                            + " have the endpoint "
                            + endpoint
                            + "; give each its own endpoint");
        }
        entries.put(name, new Entry(calls, known == null ? 1 : known.registrations + 1));
        return () -> remove(name);
    }

    private synchronized void remove(Name name) {
        Entry entry = entries.get(name);
        if (entry != null && entry.registrations > 1) {
            entries.put(name, new Entry(entry.calls, entry.registrations - 1));
        } else {
            entries.remove(name);
        }
    }

    /**
     * Returns a callable flow.
     *
     * @throws MillraceException with UNKNOWN_ENDPOINT if no running flow has this endpoint
     */
    public synchronized FlowCalls find(String application, String endpoint) {
        Entry entry = entries.get(new Name(application, endpoint));
        if (entry != null) {
            return entry.calls;
        }
        List<String> all =
                entries.keySet().stream().map(n -> n.application + "/" + n.endpoint).toList();
        String advice =
                Problems.didYouMean(
                        application + "/" + endpoint,
                        all,
                        "deploy or start the flow with this CallableFlowInput node");
        throw new MillraceException(
                ErrorCode.UNKNOWN_ENDPOINT,
                "no running flow of the application "
                        + application
                        + " has the endpoint "
                        + endpoint
                        + "; "
                        + advice);
    }
}
