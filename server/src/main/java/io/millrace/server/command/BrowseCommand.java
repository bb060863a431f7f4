package io.millrace.server.command;

import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueStore;
import io.millrace.server.console.Console;
import io.millrace.server.console.Table;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.util.List;

/** The command {@code millrace browse}. */
@Command(
        name = "browse",
        description = "Shows the messages of a queue without removing them.",
        footer = "\nExample:  ./millrace browse ORDERS.FAILED --full")
public final class BrowseCommand extends ConsoleCommand {

    private static final int LINE = 80;

    @Mixin private HomeFolder home;

    @Parameters(paramLabel = "QUEUE", description = "The queue.")
    private String queue;

    @Option(
            names = "--count",
            paramLabel = "N",
            defaultValue = "20",
            description = "Maximum number (default: ${DEFAULT-VALUE}).")
    private int count;

    @Option(
            names = "--full",
            description =
                    "Shows complete descriptors and bodies instead of " + "one line per message.")
    private boolean full;

    @Override
    public Integer call() {
        Usage.atLeast(1, "--count", count);
        try (QueueStore store = home.open(false)) {
            long depth = store.status(queue).depth();
            List<QueueMessage> messages = store.browse(queue, count);
            if (full) {
                for (int i = 0; i < messages.size(); i++) {
                    console.println(console.bold("message " + (i + 1)));
                    console.out().print(MessageText.descriptor(messages.get(i).descriptor()));
                    console.println(MessageText.body(messages.get(i).body()));
                }
            } else {
                Table table = new Table("#", "bytes", "format", "backed out", "body");
                for (int i = 0; i < messages.size(); i++) {
                    QueueMessage m = messages.get(i);
                    table.row(
                            i + 1,
                            m.body().length(),
                            m.descriptor().format(),
                            m.descriptor().backoutCount(),
                            MessageText.line(m.body(), LINE));
                }
                table.print(console);
            }
            console.report(
                    messages.size() + " of " + Console.count(depth, "message") + " on " + queue);
        }
        return ExitCode.OK;
    }
}
