package io.millrace.server.command;

import io.millrace.server.client.AdministrationClient;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

import tools.jackson.databind.JsonNode;

import java.util.Map;

/** The command {@code millrace queues dynamic}. */
@Command(
        name = "dynamic",
        description = {
            "Creates a permanent dynamic queue from a model of a running server, and prints its"
                    + " name.",
            """
            The queue has the attributes of the model and exists until queues delete. Temporary \
            dynamic queues end with the connection of their creator, so only messaging clients can \
            create them.\
            """
        },
        footer = "\nExample:  ./millrace queues dynamic REPLY.MODEL")
final class QueueDynamicCommand extends QueueCommand {

    @Parameters(index = "0", paramLabel = "MODEL", description = "The model queue.")
    private String model;

    @Override
    int call(AdministrationClient client) {
        JsonNode created = client.send("POST", queuePath(model) + "/dynamic", Map.of(), -1);
        if (administration.isJson()) {
            AdministrationOptions.print(created, console);
        } else {
            console.println(created.path("queue").path("name").asString());
        }
        return ExitCode.OK;
    }
}
