package io.millrace.server.command;

import io.millrace.server.queue.MessageMove;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code millrace queues move}. */
@Command(
        name = "move",
        description =
                "Moves messages to another queue, unchanged. Each message is removed and put in one"
                        + " unit of work.",
        footer = "\nExample:  ./millrace queues move ORDERS.IN --to ORDERS.HELD")
final class QueueMoveCommand extends ConsoleCommand {

    @Mixin private AdministrationOptions administration;

    @Parameters(index = "0", paramLabel = "QUEUE", description = "The queue.")
    private String queue;

    @Option(
            names = "--to",
            paramLabel = "QUEUE",
            required = true,
            description = "The queue to which the messages are moved.")
    private String target;

    @Mixin private MessageSelection selection;

    @Override
    public Integer call() {
        return new MoveReport(console, queue, administration)
                .run(MessageMove.Kind.MOVE, target, selection.filter(), selection.max());
    }
}
