package io.millrace.server.command;

import io.millrace.engine.error.ProblemsException;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueStore;
import io.millrace.flows.sample.MessageFilter;
import io.millrace.server.client.AdministrationClient;
import io.millrace.server.console.Console;
import io.millrace.server.queue.MessageMove;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;

/** An operation that moves messages of a queue, on a home or on a server, and its report. */
final class MoveReport {

    private final Console console;
    private final String queue;
    private final AdministrationOptions administration;

    MoveReport(Console console, String queue, AdministrationOptions administration) {
        this.console = console;
        this.queue = queue;
        this.administration = administration;
    }

    /** The result, independent of where the operation ran. */
    private record Result(
            Map<String, Integer> moved,
            long failed,
            Iterable<JsonNode> failures,
            long found,
            long remaining) {}

    /**
     * Runs the operation.
     *
     * @param target null for the original queues
     * @param filter null for all messages
     * @param max null for all messages
     * @return exit code
     */
    int run(MessageMove.Kind kind, String target, String filter, Long max) {
        return administration.usesApi()
                ? administration.call(console, c -> onServer(c, kind, target, filter, max))
                : onHome(kind, target, filter, max);
    }

    private int onHome(MessageMove.Kind kind, String target, String filter, Long max) {
        Predicate<QueueMessage> condition;
        try {
            condition =
                    filter == null
                            ? message -> true
                            : new MessageFilter("--filter", filter, MessageFiles.assembler());
        } catch (ProblemsException wrong) {
            console.problems(wrong.problems());
            return ExitCode.USAGE;
        }
        try (QueueStore store = administration.home().open(false, console)) {
            MessageMove move =
                    new MessageMove(
                            store,
                            MessageFiles.assembler(),
                            kind,
                            target == null ? "" : target,
                            condition,
                            to -> {},
                            max == null ? Long.MAX_VALUE : max);
            try {
                move.run(queue);
            } catch (RuntimeException e) {
                report(kind, move.moved());
                throw e;
            }
            JsonMapper json = new JsonMapper();
            JsonNode failures = json.valueToTree(move.failures());
            Map<String, Integer> moved = new LinkedHashMap<>(move.moved());
            return report(
                    kind,
                    filter,
                    new Result(
                            moved,
                            move.failed(),
                            failures,
                            move.found(),
                            store.status(queue).depth()));
        }
    }

    private int onServer(
            AdministrationClient client,
            MessageMove.Kind kind,
            String target,
            String filter,
            Long max) {
        boolean purge = kind == MessageMove.Kind.PURGE;
        String path =
                AdministrationClient.path(
                                QueueCommand.QUEUES + "/",
                                queue,
                                purge ? "/messages" : "/" + kind.name().toLowerCase(Locale.ROOT))
                        + "?filter="
                        + encoded(filter)
                        + (purge ? "" : "&to=" + encoded(target))
                        + (max == null ? "" : "&max=" + max);
        JsonNode response = purge ? client.delete(path, -1) : client.post(path, -1);
        if (administration.isJson()) {
            AdministrationOptions.print(response, console);
            return response.path("failed").asLong() > 0 || response.path("count").asLong() == 0
                    ? ExitCode.ERRORS
                    : ExitCode.OK;
        }
        Map<String, Integer> moved = new LinkedHashMap<>();
        response.path("moved")
                .properties()
                .forEach(e -> moved.put(e.getKey(), e.getValue().asInt()));
        if (purge && response.path("count").asInt() > 0) {
            moved.put("", response.path("count").asInt());
        }
        return report(
                kind,
                filter,
                new Result(
                        moved,
                        response.path("failed").asLong(),
                        response.path("failures"),
                        response.path("found").asLong(),
                        response.path("remaining").asLong()));
    }

    private static String encoded(String text) {
        return text == null ? "" : URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private int report(MessageMove.Kind kind, String filter, Result result) {
        if (administration.isJson()) {
            console.println(
                    new JsonMapper().writerWithDefaultPrettyPrinter().writeValueAsString(result));
            return result.failed() > 0 || result.moved().isEmpty() ? ExitCode.ERRORS : ExitCode.OK;
        }
        for (JsonNode failure : result.failures()) {
            console.report(
                    "message %s was not moved: %s %s"
                            .formatted(
                                    failure.path("msgId").asString(),
                                    failure.path("code").asString(),
                                    failure.path("text").asString()));
        }
        report(kind, result.moved());
        if (result.moved().isEmpty() && result.failed() == 0) {
            console.report(
                    result.found() == 0 || filter == null
                            ? "no message on " + queue
                            : "no message on "
                                    + queue
                                    + " matches --filter; a comparison with a field that a message"
                                    + " does not have is not true");
        }
        if (result.remaining() > 0) {
            console.report(Console.count(result.remaining(), "message") + " on " + queue);
        }
        return result.failed() > 0 || result.moved().isEmpty() ? ExitCode.ERRORS : ExitCode.OK;
    }

    private void report(MessageMove.Kind kind, Map<String, Integer> moved) {
        moved.forEach(
                (to, count) ->
                        console.report(
                                Console.count(count, "message")
                                        + (kind == MessageMove.Kind.PURGE
                                                ? " removed from " + queue
                                                : " moved to " + to)));
    }
}
