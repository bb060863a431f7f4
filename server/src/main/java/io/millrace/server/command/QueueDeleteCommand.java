package io.millrace.server.command;

import io.millrace.server.client.AdministrationClient;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code millrace queues delete}. */
@Command(
        name = "delete",
        description = "Deletes a queue of a running server that nothing uses.",
        footer = "\nExample:  ./millrace queues delete ORDERS.OLD --purge")
final class QueueDeleteCommand extends QueueCommand {

    @Parameters(index = "0", paramLabel = "QUEUE", description = "The queue.")
    private String queue;

    @Option(names = "--purge", description = "Deletes the queue even if it contains messages.")
    private boolean purge;

    @Option(
            names = "--revision",
            paramLabel = "N",
            description =
                    """
                    Revision that you have seen with show: the command fails if the queue was \
                    changed since.\
                    """)
    private long revision = -1;

    @Override
    int call(AdministrationClient client) {
        client.delete(queuePath(queue) + "?purge=" + purge, revision);
        console.report("the queue " + queue + " was deleted");
        return ExitCode.OK;
    }
}
