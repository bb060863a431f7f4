package io.millrace.server.command;

import io.millrace.server.client.AdministrationClient;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.util.List;

/** The command {@code millrace queues define}. */
@Command(
        name = "define",
        description = {
            "Creates a queue of a running server.",
            """
            The definition is kept when the server is restarted, and its attributes replace those \
            of broker.yaml and application.yaml.\
            """
        },
        footer =
                "\n"
                    + "Example:  ./millrace queues define ORDERS.IN maxDepth=10000 description='new"
                    + " orders'")
final class QueueDefineCommand extends QueueCommand {

    @Parameters(index = "0", paramLabel = "QUEUE", description = "The queue.")
    private String queue;

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "ATTRIBUTE=VALUE",
            description = "Attributes with the names of the key queues in application.yaml.")
    private List<String> attributes = List.of();

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
        print(client.send("PUT", queuePath(queue), attributes(attributes), revision));
        return ExitCode.OK;
    }
}
