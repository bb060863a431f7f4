package io.millrace.server.command;

import io.millrace.server.queue.MessageMove;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The command {@code millrace queues purge}. */
@Command(
        name = "purge",
        description = "Deletes messages, except those in open units of work.",
        footer =
                "\n"
                    + "Example:  ./millrace queues purge ORDERS.OLD --filter \"Root.MQMD.Priority"
                    + " = 0\"")
final class QueuePurgeCommand extends ConsoleCommand {

    @Mixin private AdministrationOptions administration;

    @Parameters(index = "0", paramLabel = "QUEUE", description = "The queue.")
    private String queue;

    @Mixin private MessageSelection selection;

    @Override
    public Integer call() {
        return new MoveReport(console, queue, administration)
                .run(MessageMove.Kind.PURGE, null, selection.filter(), selection.max());
    }
}
