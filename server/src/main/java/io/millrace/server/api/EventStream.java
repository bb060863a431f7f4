package io.millrace.server.api;

import io.millrace.engine.queue.QueueStatus;
import io.millrace.flows.Broker;
import io.millrace.flows.QueueEvent;
import io.millrace.server.access.Caller;
import io.millrace.server.api.Route.Scope;
import io.millrace.server.deploy.Revision;

import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * The events of a server as server-sent events (WHATWG HTML): revisions of applications, changes of
 * the state of flows, failures, and queues that reach a threshold. The identifiers of the events
 * let a client continue after an interruption, as long as the server runs.
 */
final class EventStream {

    static final String TYPE = "text/event-stream";

    /** Time after which a comment is sent, which shows that the connection still exists. */
    private static final long COMMENT_NANOS = TimeUnit.SECONDS.toNanos(15);

    private static final JsonMapper JSON = new JsonMapper();

    private final EventFeed feed = new EventFeed();
    private final FlowChanges changes;
    private final AccessCheck access;
    private final Predicate<Caller> isValid;

    /** Part of the event identifiers that is different after each restart. */
    private final String process = Long.toString(System.currentTimeMillis(), 36);

    /**
     * @param isValid predicate for users whose tokens can still be used
     */
    EventStream(Broker broker, AccessCheck access, Predicate<Caller> isValid) {
        this.access = access;
        this.isValid = isValid;
        changes = new FlowChanges(broker, feed);
    }

    Route route() {
        return Route.view("getEvents", "/v1/broker/events", Scope.LISTED, this::open);
    }

    /** Adds the event of a change of an administrator. */
    void add(Revision revision) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("revision", revision.number());
        values.put("author", revision.author());
        values.put("operation", revision.operation());
        Map<String, String> versions = new LinkedHashMap<>();
        revision.applications()
                .forEach((name, now) -> versions.put(name, now == null ? null : now.version()));
        values.put("applications", versions);
        values.put("queues", revision.queues().keySet());
        values.put("description", revision.describe());
        feed.add("revision", values);
    }

    /** Adds the event of a queue that has reached a threshold. */
    void add(QueueEvent event) {
        QueueStatus queue = event.status();
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("queue", queue.name());
        values.put("event", event.kind().word());
        values.put("depth", queue.depth());
        values.put("readers", queue.readers());
        values.put(
                "oldestAgeSeconds",
                queue.oldestMillis() == 0
                        ? null
                        : Math.max(0, System.currentTimeMillis() - queue.oldestMillis()) / 1_000);
        values.put("description", event.description());
        feed.add("queue", values);
    }

    private ApiResponse open(ApiRequest request) {
        // A new reader must not receive changes that occurred while no reader was connected.
        changes.poll();
        long after = position(request.header("last-event-id").orElse(""));
        return new ApiResponse(
                200, TYPE, (ApiResponse.Stream) out -> write(out, after, request.caller()));
    }

    /**
     * Returns the number of the event with an identifier. If the identifier is unknown, returns the
     * number of the last event.
     */
    private long position(String id) {
        long last = feed.last();
        if (id.matches("[0-9a-z]{1,13}-[0-9]{1,15}") && id.startsWith(process + "-")) {
            return Math.min(last, Long.parseLong(id.substring(process.length() + 1)));
        }
        return last;
    }

    private void write(OutputStream out, long after, Caller caller) throws IOException {
        long position = after;
        write(out, ": events of Millrace\n\n");
        long written = System.nanoTime();
        try {
            while (!feed.isClosed() && isValid.test(caller)) {
                List<EventFeed.Event> events = feed.after(position, FlowChanges.POLL_MILLIS);
                StringBuilder text = new StringBuilder();
                for (EventFeed.Event event : events) {
                    long lost = event.number() - position - 1;
                    if (lost > 0) {
                        text.append(text("lost", Map.of("type", "lost", "events", lost), ""));
                    }
                    position = event.number();
                    if (access.canView(caller, event.data())) {
                        text.append(text(event.type(), event.data(), process + "-" + position));
                    }
                }
                if (events.isEmpty() && System.nanoTime() - written > COMMENT_NANOS) {
                    text.append(":\n\n");
                }
                if (!text.isEmpty()) {
                    write(out, text.toString());
                    written = System.nanoTime();
                }
                changes.poll();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("the connection is closed");
        }
    }

    private static String text(String type, Map<String, Object> data, String id) {
        return "event: %s\n%sdata: %s\n\n"
                .formatted(
                        type,
                        id.isEmpty() ? "" : "id: " + id + "\n",
                        JSON.writeValueAsString(data));
    }

    private static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    /** Ends all streams. */
    void close() {
        feed.close();
    }
}
