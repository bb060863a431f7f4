package io.millrace.server.command;

import io.millrace.server.queue.MessageMove;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code millrace replay}. */
@Command(
        name = "replay",
        description = {
            """
            Moves the messages of a backout or dead-letter queue back to the queue of their flow, \
            with their original headers.\
            """,
            """
            Each message is removed and put in one unit of work. The order of the messages that are not moved does not change. Exit code 1 if no message was moved or a message cannot be moved.\
            """
        },
        footer =
                """

                Examples:  ./millrace replay SYSTEM.DEAD.LETTER.QUEUE
                           ./millrace replay SYSTEM.DEAD.LETTER.QUEUE --filter \
                "Environment.Failure.Code = 'MR6001'"
                           ./millrace replay ORDERS.FAILED --to ORDERS.IN\
                """)
final class ReplayCommand extends ConsoleCommand {

    @Mixin private AdministrationOptions administration;

    @Parameters(paramLabel = "QUEUE", description = "The backout or dead-letter queue.")
    private String queue;

    @Option(
            names = "--filter",
            paramLabel = "ESQL",
            description =
                    """
                    Moves only messages for which this condition is true. It reads Root, Body and \
                    Environment.Failure (Code, Node, Text, Queue, Input), for example \
                    Root.MQMD.ReplyToQ = 'A'.\
                    """)
    private String filter;

    @Option(
            names = "--to",
            paramLabel = "QUEUE",
            description = "Moves the messages to this queue instead of their original queues.")
    private String target;

    @Option(
            names = "--max",
            paramLabel = "N",
            description = "Maximum number of messages (default: all).")
    private Long max;

    @Override
    public Integer call() {
        if (queue.equals(target)) {
            throw Usage.wrong("--to", "must be another queue than QUEUE (found " + target + ")");
        }
        if (max != null) {
            Usage.atLeast(1, "--max", max);
        }
        return new MoveReport(console, queue, administration)
                .run(MessageMove.Kind.REPLAY, target, filter, max);
    }
}
