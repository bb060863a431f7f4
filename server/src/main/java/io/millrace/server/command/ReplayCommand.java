package io.millrace.server.command;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.ProblemsException;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueName;
import io.millrace.engine.queue.QueueReader;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.queue.QueueStore;
import io.millrace.flows.sample.MessageFilter;
import io.millrace.flows.sample.OriginalMessage;
import io.millrace.server.console.Console;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

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
public final class ReplayCommand extends ConsoleCommand {

    private static final int MESSAGES_A_UNIT = 100;

    @Mixin private HomeFolder home;

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

    private final Map<String, Integer> moved = new TreeMap<>();
    private int failed;

    @Override
    public Integer call() {
        if (queue.equals(target)) {
            throw Usage.wrong("--to", "must be another queue than QUEUE (found " + target + ")");
        }
        QueueName.checkUsable(queue);
        if (target != null) {
            QueueName.checkUsable(target);
        }
        Predicate<QueueMessage> condition;
        try {
            condition =
                    filter == null
                            ? message -> true
                            : new MessageFilter("--filter", filter, MessageFiles.assembler());
        } catch (ProblemsException wrong) {
            console.problems(wrong.problems());
            return ExitCode.USAGE;
        }
        long found;
        long depth;
        try (QueueStore store = home.open(false, console)) {
            if (target != null) {
                store.status(target); // fails if it does not exist
            }
            try (QueueSession session = store.session();
                    QueueReader reader = session.reader(queue)) {
                found = store.status(queue).depth();
                replay(session, reader, new Selection(condition, found));
            } finally {
                moved.forEach(
                        (to, count) ->
                                console.report(
                                        Console.count(count, "message") + " moved to " + to));
            }
            depth = store.status(queue).depth();
        }
        if (moved.isEmpty() && failed == 0) {
            console.report(
                    found == 0
                            ? "no message on " + queue
                            : "no message on " + queue + " matches --filter");
        }
        if (depth > 0) {
            console.report(Console.count(depth, "message") + " on " + queue);
        }
        return failed > 0 || moved.isEmpty() ? ExitCode.ERRORS : ExitCode.OK;
    }

    private void replay(QueueSession session, QueueReader reader, Selection selection) {
        boolean more = true;
        while (more) {
            Map<String, Integer> unit = new TreeMap<>();
            for (int i = 0; more && i < MESSAGES_A_UNIT; i++) {
                more = move(session, reader.receive(selection), unit);
            }
            session.commit();
            unit.forEach((to, count) -> moved.merge(to, count, Integer::sum));
        }
    }

    /** Moves a message in the open unit. Returns false if there is no message. */
    private boolean move(QueueSession session, QueueMessage received, Map<String, Integer> unit) {
        if (received == null) {
            return false;
        }
        // If the message cannot be put, it is not the cause.
        session.keepBackoutCounts();
        OriginalMessage original = original(received);
        session.put(original.queue(), original.message(), true);
        unit.merge(original.queue(), 1, Integer::sum);
        return true;
    }

    private OriginalMessage original(QueueMessage moved) {
        OriginalMessage original = OriginalMessage.of(moved, MessageFiles.assembler());
        return target == null ? original : new OriginalMessage(original.message(), target);
    }

    /**
     * The messages to move, of those that were on the queue at the beginning: a message that fails
     * again is not moved again.
     */
    private final class Selection implements Predicate<QueueMessage> {

        private final Predicate<QueueMessage> condition;
        private long left;

        Selection(Predicate<QueueMessage> condition, long depth) {
            this.condition = condition;
            this.left = depth;
        }

        @Override
        public boolean test(QueueMessage message) {
            if (left-- <= 0) {
                return false;
            }
            try {
                if (!condition.test(message)) {
                    return false;
                }
                if (original(message).queue().isEmpty()) {
                    throw new MillraceException(
                            ErrorCode.USAGE,
                            "it was not moved by a flow, so its original queue is unknown; specify"
                                    + " a backout or dead-letter queue, or --to");
                }
                return true;
            } catch (MillraceException cannot) {
                failed++;
                console.report(
                        "message "
                                + message.descriptor().msgId().hex()
                                + " was not moved: "
                                + cannot.root().code().id()
                                + " "
                                + cannot.root().getMessage());
                return false;
            }
        }
    }
}
