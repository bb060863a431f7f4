package io.millrace.server.tracing;

import io.millrace.engine.error.EventLog;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.ElementType;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Value;
import io.millrace.flows.application.ServerSettings.TraceHeaders;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.context.propagation.TextMapPropagator;

import org.slf4j.Logger;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The trace context in messages (W3C Trace Context): {@code traceparent} and {@code tracestate} in
 * MQRFH2.usr and in the headers of HTTP. Safe for use by several threads.
 */
final class TraceContext {

    private static final Logger LOG = EventLog.of(TraceContext.class);
    private static final TextMapPropagator W3C = W3CTraceContextPropagator.getInstance();

    private static final String RULES = "MQRFH2";
    private static final String USER = "usr";
    private static final String HTTP_INPUT = "HTTPInputHeader";
    private static final String HTTP_REQUEST = "HTTPRequestHeader";

    /** Folders that are never the body of a message, even as the last folder. */
    private static final Set<String> WITHOUT_BODY =
            Set.of("Properties", MessageAssembly.DESCRIPTOR, RULES);

    private static final TextMapGetter<Element> FIELDS =
            new TextMapGetter<>() {
                @Override
                public Iterable<String> keys(Element folder) {
                    List<String> names = new ArrayList<>();
                    for (Element e = folder.firstChild(); e != null; e = e.next()) {
                        names.add(e.name());
                    }
                    return names;
                }

                @Override
                public String get(Element folder, String name) {
                    Element field = field(folder, name);
                    Value value = field == null ? null : field.fieldValue();
                    return value == null ? null : value.text();
                }
            };

    private final TraceHeaders rules;

    /**
     * @param rules which messages to queues and topics get the context
     */
    TraceContext(TraceHeaders rules) {
        this.rules = rules;
    }

    /** Returns the field with a name. Case is ignored, as for HTTP headers. */
    private static Element field(Element folder, String name) {
        for (Element e = folder.firstChild(); e != null; e = e.next()) {
            if (e.name().equalsIgnoreCase(name)) {
                return e;
            }
        }
        return null;
    }

    /** Returns the context in a received message; the empty context if it has none. */
    Context read(MessageAssembly message) {
        try {
            Element root = message.root();
            Element folder = root.child(HTTP_INPUT);
            if (folder == null) {
                folder = root.at(RULES, USER);
            }
            return folder == null ? Context.root() : W3C.extract(Context.root(), folder, FIELDS);
        } catch (RuntimeException damaged) {
            // A node that reads the header reports its error.
            LOG.debug("the header with the trace context is damaged: {}", damaged.getMessage());
            return Context.root();
        }
    }

    /**
     * Returns a Root to send: a copy with the context, or the same Root if the settings exclude it.
     *
     * @param headers folder for the context: that of a queue or of HTTP
     */
    Element write(Context context, Element root, String headers) {
        Element last = root.lastChild();
        boolean http = headers.equals(HTTP_REQUEST);
        boolean exists = root.child(headers) != null;
        boolean hasBody = last != null && !WITHOUT_BODY.contains(last.name());
        if (!hasBody || !http && !isWritten(exists)) {
            return root;
        }
        Element copy = root.copy();
        Element folder =
                exists
                        ? copy.child(headers)
                        : copy.lastChild()
                                .addBefore(Element.of(ElementType.NAME, headers).domain(headers));
        set(context, http ? folder : user(folder));
        return copy;
    }

    private boolean isWritten(boolean exists) {
        return exists ? rules != TraceHeaders.NEVER : rules == TraceHeaders.ALWAYS;
    }

    private static Element user(Element rules) {
        Element user = rules.child(USER);
        return user == null ? rules.add(USER) : user;
    }

    /** Replaces the fields of a folder by those of a context. */
    private static void set(Context context, Element folder) {
        Map<String, String> fields = new HashMap<>();
        W3C.inject(context, fields, Map::put);
        for (String name : W3C.fields()) {
            Element before = field(folder, name);
            if (before != null) {
                before.remove();
            }
            String value = fields.get(name);
            if (value != null) {
                folder.add(name, value);
            }
        }
    }
}
