package io.millrace.server.command;

import io.millrace.server.client.AdministrationClient;
import io.millrace.server.console.Console;

import picocli.CommandLine.Command;

import tools.jackson.databind.JsonNode;

/** The command {@code millrace events}. */
@Command(
        name = "events",
        description = {
            """
            Prints the events of a server until Ctrl-C: changes of applications, states of flows, \
            failures, and queues that reach a threshold.\
            """,
            "With --json, each line is an object."
        },
        footer = "\nExample:  ./millrace events --home broker")
final class EventsCommand extends AdministrationCommand {

    @Override
    int call(AdministrationClient client) {
        client.events(
                () -> console.report("following the events of the server; Ctrl-C ends it"),
                event -> {
                    console.println(administration.isJson() ? event.toString() : line(event));
                    console.out().flush();
                });
        return ExitCode.OK;
    }

    private static String line(JsonNode event) {
        String type = text(event, "type");
        return switch (type) {
            case "revision" -> time(event) + text(event, "description");
            case "flow" -> {
                String before = text(event, "before");
                yield time(event)
                        + "%s is %s%s%s"
                                .formatted(
                                        flow(event),
                                        text(event, "state"),
                                        before.isEmpty() ? "" : " (it was " + before + ")",
                                        error(event));
            }
            case "failure" -> {
                long failed = event.path("failedMessages").asLong();
                yield time(event)
                        + "%s: %s%s%s"
                                .formatted(
                                        flow(event),
                                        Console.count(event.path("errors").asInt(), "error"),
                                        failed == 0 ? "" : ", " + failed + " failed",
                                        error(event));
            }
            case "queue" ->
                    time(event)
                            + "%s: %s: %s"
                                    .formatted(
                                            text(event, "queue"),
                                            text(event, "event"),
                                            text(event, "description"));
            case "lost" ->
                    "%d events were lost, because they were read too slowly"
                            .formatted(event.path("events").asLong());
            default -> event.toString();
        };
    }

    private static String time(JsonNode event) {
        return text(event, "time") + " ";
    }

    private static String flow(JsonNode event) {
        return "%s/%s in %s"
                .formatted(text(event, "application"), text(event, "flow"), text(event, "group"));
    }

    private static String error(JsonNode event) {
        String error = text(event, "error");
        return error.isEmpty() ? "" : ": " + error;
    }
}
