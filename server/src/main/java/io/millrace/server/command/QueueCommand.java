package io.millrace.server.command;

import io.millrace.server.client.AdministrationClient;
import io.millrace.server.console.Table;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A command that changes the definition of a queue of a running server. */
abstract class QueueCommand extends AdministrationCommand {

    static final String QUEUES = "/v1/broker/queues";

    /** Text of the error if an attribute is changed twice. */
    static final String TWICE = "must be specified once (found %s and %s)";

    /** Attributes that can be empty. */
    private static final Set<String> EMPTY_VALUES = Set.of("description", "alias");

    /** Returns the path of a queue. */
    static String queuePath(String queue) {
        return AdministrationClient.path(QUEUES + "/", queue, "");
    }

    /** Returns the attributes in arguments of the form NAME=VALUE. */
    static Map<String, Object> attributes(List<String> given) {
        Map<String, Object> attributes = new LinkedHashMap<>();
        for (String text : given) {
            int equals = text.indexOf('=');
            if (equals < 1) {
                throw Usage.wrong("ATTRIBUTE", "must be NAME=VALUE (found " + text + ")");
            }
            String name = text.substring(0, equals);
            String value = text.substring(equals + 1);
            if (value.isEmpty() && !EMPTY_VALUES.contains(name)) {
                throw Usage.wrong(
                        name,
                        "must have a value (found %s); ./millrace queues alter QUEUE --reset %s removes the value of an operator"
                                .formatted(text, name));
            }
            if (attributes.putIfAbsent(name, value) != null) {
                throw Usage.wrong(name, TWICE.formatted(name + "=" + attributes.get(name), text));
            }
        }
        return attributes;
    }

    /** Prints a queue with its attributes. */
    final void print(JsonNode details) {
        if (administration.isJson()) {
            AdministrationOptions.print(details, console);
            return;
        }
        JsonNode queue = details.path("queue");
        Table table = new Table(text(queue, "name"), "value", "origin");
        String model = text(queue, "model");
        if (!model.isEmpty()) {
            table.row("dynamic queues", queue.path("dynamicQueues").asLong(), "");
        }
        String dynamicOf = text(queue, "dynamicOf");
        if (!dynamicOf.isEmpty()) {
            String kind = queue.path("temporary").asBoolean() ? "temporary" : "permanent";
            table.row("created from", dynamicOf + " (" + kind + ")", "");
        }
        if (text(queue, "alias").isEmpty() && model.isEmpty()) {
            table.row("depth", queue.path("depth").asLong(), "");
            table.row("readers", queue.path("readers").asInt(), "");
            table.row("writers", queue.path("writers").asInt(), "");
            JsonNode age = queue.path("oldestAgeSeconds");
            table.row("oldest message", age.isNumber() ? age.asLong() + " s" : "", "");
        }
        for (JsonNode attribute : details.path("attributes")) {
            String value = text(attribute, "value");
            String origin = text(attribute, "origin");
            if (!value.isEmpty() || !origin.equals("default")) {
                table.row(text(attribute, "name"), value, origin);
            }
        }
        List<String> users = new ArrayList<>();
        details.path("usedBy").forEach(user -> users.add(user.asString()));
        users.forEach(user -> table.row("used by", user, ""));
        table.row("revision", details.path("revision").asLong(), "");
        table.print(console);
    }
}
