package io.millrace.server.command;

import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.queue.FailureReport;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueStore;
import io.millrace.flows.Extensions;
import io.millrace.server.console.Console;
import io.millrace.server.console.Table;
import io.millrace.server.queue.MessageJson;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import tools.jackson.databind.json.JsonMapper;

import java.util.ArrayList;
import java.util.List;

/** The command {@code millrace browse}. */
@Command(
        name = "browse",
        description = "Shows the messages of a queue without removing them.",
        footer = "\nExample:  ./millrace browse ORDERS.FAILED --full")
final class BrowseCommand extends ConsoleCommand {

    private static final int LINE = 80;

    @Mixin private AdministrationOptions administration;

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
                    "Shows descriptors, headers, failures and complete bodies instead of one line "
                            + "per message.")
    private boolean full;

    @Mixin private MessageSets sets;

    private MessageAssembler assembler;

    @Override
    public Integer call() {
        Usage.atLeast(1, "--count", count);
        assembler = sets.assembler(Extensions.classPath());
        if (administration.usesApi()) {
            return administration.call(
                    console,
                    client -> {
                        ServerMessages.Browsed browsed =
                                new ServerMessages(client, queue).browse(count);
                        return print(browsed.messages(), browsed.depth());
                    });
        }
        try (QueueStore store = administration.home().open(false, console)) {
            long depth = store.status(queue).depth();
            return print(store.browse(queue, count), depth);
        }
    }

    private int print(List<QueueMessage> messages, long depth) {
        if (administration.isJson()) {
            console.println(json(messages));
            return ExitCode.OK;
        }
        if (full) {
            for (int i = 0; i < messages.size(); i++) {
                console.println(console.bold("message " + (i + 1)));
                console.out().print(MessageText.descriptor(messages.get(i).descriptor()));
                console.out().print(MessageText.content(messages.get(i), assembler));
            }
            console.out().flush();
        } else {
            Table table = table(messages);
            table.print(console);
        }
        console.report(messages.size() + " of " + Console.count(depth, "message") + " on " + queue);
        return ExitCode.OK;
    }

    /** Returns the messages as JSON; with --full, with parsed bodies. */
    private String json(List<QueueMessage> messages) {
        MessageJson json = new MessageJson(assembler);
        MessageJson.Content content = full ? MessageJson.Content.TREE : MessageJson.Content.PREVIEW;
        List<Object> all = new ArrayList<>();
        for (int i = 0; i < messages.size(); i++) {
            all.add(json.write(messages.get(i), i + 1, content, MessageJson.ANY));
        }
        return new JsonMapper().writerWithDefaultPrettyPrinter().writeValueAsString(all);
    }

    /**
     * Returns one line for each message. A column for failures is present if any message has one.
     */
    private Table table(List<QueueMessage> messages) {
        boolean failed = messages.stream().anyMatch(m -> m.failure() != null);
        Table table =
                failed
                        ? new Table("#", "bytes", "format", "backed out", "failed", "body")
                        : new Table("#", "bytes", "format", "backed out", "body");
        for (int i = 0; i < messages.size(); i++) {
            QueueMessage m = messages.get(i);
            List<Object> row = new ArrayList<>();
            row.add(i + 1);
            row.add(m.body().length());
            row.add(m.descriptor().format());
            row.add(m.descriptor().backoutCount());
            if (failed) {
                row.add(failure(m.failure()));
            }
            row.add(MessageText.line(m, assembler, LINE));
            table.row(row.toArray());
        }
        return table;
    }

    private static String failure(FailureReport failure) {
        return failure == null ? "" : failure.code() + " " + failure.node();
    }
}
