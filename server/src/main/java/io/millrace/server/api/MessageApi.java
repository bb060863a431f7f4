package io.millrace.server.api;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Problem;
import io.millrace.engine.error.ProblemsException;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.queue.QueueBrowser;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueName;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.queue.QueueStore;
import io.millrace.engine.queue.Rights;
import io.millrace.flows.Broker;
import io.millrace.flows.application.Administrator.Role;
import io.millrace.flows.sample.MessageFilter;
import io.millrace.server.access.Caller;
import io.millrace.server.queue.MessageJson;
import io.millrace.server.queue.MessageMove;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The operations of the API on the messages of a queue. Responses are limited in size. Messages are
 * moved in units of work, so each message is on one of the queues at any time.
 */
final class MessageApi {

    private static final String MESSAGES = QueueApi.QUEUE + "/messages";
    private static final int MAX_COUNT = 1_000;
    private static final int DEFAULT_COUNT = 20;
    private static final long MAX_RESPONSE_BYTES = 32L << 20;
    private static final int MAX_REQUEST_BYTES = 64 << 20;
    private static final int MAX_FILTER = 4_000;
    private static final JsonMapper JSON = new JsonMapper();

    private final Broker broker;
    private final AccessCheck access;

    MessageApi(Broker broker, AccessCheck access) {
        this.broker = broker;
        this.access = access;
    }

    /**
     * Messages of a queue.
     *
     * @param more whether further messages follow
     */
    private record Browsed(
            String queue, long depth, boolean more, List<Map<String, Object>> messages) {}

    private record Put(String queue, List<String> msgIds) {}

    /**
     * The result of an operation on messages.
     *
     * @param count number of moved or deleted messages
     * @param moved number by queue; empty for a purge
     * @param failed number of messages that match the filter and could not be moved
     * @param found number of messages on the queue before
     * @param remaining number of messages on the queue afterwards
     */
    private record Moved(
            int count,
            Map<String, Integer> moved,
            long failed,
            List<MessageMove.Failure> failures,
            long found,
            long remaining) {}

    List<Route> routes() {
        return List.of(
                operate("browseMessages", "GET", MESSAGES, this::browse),
                operate("putMessages", "POST", MESSAGES, this::put),
                operate("purgeMessages", "DELETE", MESSAGES, r -> move(r, MessageMove.Kind.PURGE)),
                operate("deleteMessage", "DELETE", MESSAGES + "/{msgId}", this::remove),
                operate(
                        "moveMessages",
                        "POST",
                        QueueApi.QUEUE + "/move",
                        r -> move(r, MessageMove.Kind.MOVE)),
                operate(
                        "replayMessages",
                        "POST",
                        QueueApi.QUEUE + "/replay",
                        r -> move(r, MessageMove.Kind.REPLAY)));
    }

    private static Route operate(
            String operation, String method, String path, Route.Handler handler) {
        return new Route(operation, method, path, Role.OPERATE, Route.Scope.QUEUE, handler);
    }

    /** Whether an operation changes messages. Such operations can be called frequently. */
    static boolean isMessage(Route route) {
        return route.path().startsWith(QueueApi.QUEUE + "/");
    }

    private QueueStore store() {
        return broker.store();
    }

    private ApiResponse browse(ApiRequest request) {
        String queue = queue(request);
        long count = request.number("count", DEFAULT_COUNT);
        if (count < 1 || count > MAX_COUNT) {
            throw ApiRequest.invalid("count must be 1 to %s (found %s)", MAX_COUNT, count);
        }
        long skip = request.number("skip", 0);
        String application = request.query("application");
        request.caller()
                .require(
                        application.isEmpty() || access.canView(request.caller(), application),
                        Role.VIEW,
                        "the application " + application);
        MessageAssembler assembler = broker.assembler(application);
        Predicate<QueueMessage> filter = filter(request, assembler);
        MessageJson json = new MessageJson(assembler);
        MessageJson.Content content = content(request);
        MessageTemplate template =
                new MessageTemplate(
                        request.query("domain"),
                        request.query("set"),
                        request.query("message"),
                        request.query("format"));
        long depth = store().status(queue).depth();
        List<Map<String, Object>> messages = new ArrayList<>();
        boolean more = false;
        long bytes = 0;
        try (QueueBrowser cursor = store().browser(queue)) {
            long number = 0;
            QueueMessage next = cursor.next();
            while (next != null && !more) {
                number++;
                if (number > skip && filter.test(next)) {
                    bytes += content == MessageJson.Content.PREVIEW ? 0 : next.body().length();
                    boolean full = bytes > MAX_RESPONSE_BYTES && !messages.isEmpty();
                    more = full || messages.size() == count;
                    if (!more) {
                        messages.add(json.write(next, number, content, template));
                    }
                }
                next = more ? null : cursor.next();
            }
        }
        return ApiResponse.ok(new Browsed(queue, depth, more, messages));
    }

    private static MessageJson.Content content(ApiRequest request) {
        String word = request.query("content");
        for (MessageJson.Content content : MessageJson.Content.values()) {
            if (content.name().toLowerCase(Locale.ROOT).equals(word)) {
                return content;
            }
        }
        if (word.isEmpty()) {
            return MessageJson.Content.PREVIEW;
        }
        throw ApiRequest.invalid("content must be preview, text, tree or data (found %s)", word);
    }

    private static String queue(ApiRequest request) {
        String queue = request.path("queue");
        QueueName.checkUsable(queue);
        return queue;
    }

    /** Compiles the filter of a request. An empty filter matches all messages. */
    private static Predicate<QueueMessage> filter(ApiRequest request, MessageAssembler assembler) {
        String esql = request.query().getOrDefault("filter", "");
        if (esql.length() > MAX_FILTER) {
            throw ApiRequest.invalid("filter must have %s characters or fewer", MAX_FILTER);
        }
        if (esql.isBlank()) {
            return message -> true;
        }
        try {
            return new MessageFilter("filter", esql, assembler);
        } catch (ProblemsException wrong) {
            throw ApiRequest.invalid(
                    "the filter is invalid: %s",
                    wrong.problems().stream().map(Problem::text).collect(Collectors.joining("; ")));
        }
    }

    private ApiResponse put(ApiRequest request) {
        String queue = queue(request);
        JsonNode body = body(request);
        JsonNode given = body.path("messages");
        if (!given.isArray() || given.isEmpty() || body.size() != 1) {
            throw ApiRequest.invalid(
                    "the body must be an object with only the member messages, a list of messages");
        }
        MessageJson json = new MessageJson(broker.assembler(""));
        List<QueueMessage> messages = new ArrayList<>();
        given.forEach(message -> messages.add(restricted(json.read(message), request.caller())));
        List<String> msgIds = new ArrayList<>();
        try (QueueSession session = store().session()) {
            for (QueueMessage message : messages) {
                Mqmd put = session.put(queue, message, true);
                msgIds.add(put.msgId().hex());
            }
            session.commit();
        }
        return ApiResponse.of(201, new Put(queue, msgIds));
    }

    /** Returns a message with the context fields that a user is authorized to set. */
    private static QueueMessage restricted(QueueMessage message, Caller caller) {
        Rights.Context context = caller.context();
        if (context == Rights.Context.ALL) {
            return message;
        }
        Mqmd own = message.descriptor().copy();
        Mqmd none = new Mqmd();
        own.putApplType(none.putApplType())
                .putApplName(none.putApplName())
                .applOriginData(none.applOriginData());
        if (context == Rights.Context.NONE) {
            own.accountingToken(none.accountingToken()).applIdentityData(none.applIdentityData());
        }
        if (context == Rights.Context.NONE || own.userIdentifier().isEmpty()) {
            own.userIdentifier(caller.name());
        }
        return new QueueMessage(own, message.body(), message.failure());
    }

    private static JsonNode body(ApiRequest request) {
        try (InputStream in = request.body().get()) {
            byte[] bytes = in.readNBytes(MAX_REQUEST_BYTES + 1);
            if (bytes.length > MAX_REQUEST_BYTES) {
                throw ApiRequest.invalid(
                        "the messages of a request must have %s bytes or fewer; put them with"
                                + " several requests",
                        MAX_REQUEST_BYTES);
            }
            return JSON.readTree(bytes);
        } catch (JacksonException e) {
            throw ApiRequest.invalid("the body is not valid JSON: %s", e.getOriginalMessage());
        } catch (IOException e) {
            throw ApiRequest.invalid("the body was not received completely");
        }
    }

    private ApiResponse remove(ApiRequest request) {
        String queue = queue(request);
        String msgId = request.path("msgId");
        if (!msgId.matches("[0-9A-Fa-f]{48}")) {
            throw ApiRequest.invalid("the MsgId must have 48 hexadecimal digits (found %s)", msgId);
        }
        MessageMove move =
                new MessageMove(
                        store(),
                        broker.assembler(""),
                        MessageMove.Kind.PURGE,
                        "",
                        m -> m.descriptor().msgId().hex().equalsIgnoreCase(msgId),
                        to -> {},
                        1);
        move.run(queue);
        if (move.count() == 0) {
            throw new MillraceException(
                    ErrorCode.UNKNOWN_MESSAGE,
                    "the queue %s has no message %s; another reader can have removed it"
                            .formatted(queue, msgId));
        }
        return new ApiResponse(204, ApiResponse.JSON, null);
    }

    private ApiResponse move(ApiRequest request, MessageMove.Kind kind) {
        String queue = queue(request);
        String target = request.query("to");
        if (kind == MessageMove.Kind.MOVE && target.isEmpty()) {
            throw ApiRequest.invalid("the parameter to must name a queue");
        }
        boolean purge = kind == MessageMove.Kind.PURGE;
        if (!target.isEmpty() && !purge) {
            access.queue(request.caller(), Role.OPERATE, target);
        }
        MessageAssembler assembler = broker.assembler("");
        MessageMove move =
                new MessageMove(
                        store(),
                        assembler,
                        kind,
                        purge ? "" : target,
                        filter(request, assembler),
                        to -> access.queue(request.caller(), Role.OPERATE, to),
                        request.number("max", Long.MAX_VALUE));
        move.run(queue);
        return ApiResponse.ok(
                new Moved(
                        move.count(),
                        purge ? Map.of() : move.moved(),
                        move.failed(),
                        move.failures(),
                        move.found(),
                        store().status(queue).depth()));
    }
}
