package io.millrace.server.command;

import io.millrace.server.client.AdministrationClient;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command {@code millrace queues show}. */
@Command(
        name = "show",
        description =
                "Shows the attributes of a queue with their origins, and what uses the queue.",
        footer = "\nExample:  ./millrace queues show ORDERS.IN")
final class QueueShowCommand extends QueueCommand {

    @Parameters(index = "0", paramLabel = "QUEUE", description = "The queue.")
    private String queue;

    @Override
    int call(AdministrationClient client) {
        print(client.get(queuePath(queue)));
        return ExitCode.OK;
    }
}
