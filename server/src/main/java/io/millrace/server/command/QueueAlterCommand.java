package io.millrace.server.command;

import io.millrace.server.client.AdministrationClient;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.util.List;
import java.util.Map;

/** The command {@code millrace queues alter}. */
@Command(
        name = "alter",
        description = {
            "Changes attributes of a queue of a running server.",
            """
            The attributes are kept when the server is restarted, and replace those of broker.yaml \
            and application.yaml until --reset.\
            """
        },
        footer = "\nExample:  ./millrace queues alter ORDERS.IN inhibitPut=true")
final class QueueAlterCommand extends QueueCommand {

    @Parameters(index = "0", paramLabel = "QUEUE", description = "The queue.")
    private String queue;

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "ATTRIBUTE=VALUE",
            description = "Attributes with the names of the key queues in application.yaml.")
    private List<String> attributes = List.of();

    @Option(
            names = "--reset",
            paramLabel = "ATTRIBUTE",
            split = ",",
            description = "Attributes that get the value of the files, or their default, again.")
    private List<String> reset = List.of();

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
        Map<String, Object> changes = attributes(attributes);
        for (String name : reset) {
            Object value = changes.put(name, null);
            if (value != null) {
                throw Usage.wrong(name, TWICE.formatted(name + "=" + value, "--reset " + name));
            }
        }
        if (changes.isEmpty()) {
            throw wrongUsage("missing argument: ATTRIBUTE=VALUE or --reset");
        }
        print(client.send("PATCH", queuePath(queue), changes, revision));
        return ExitCode.OK;
    }
}
