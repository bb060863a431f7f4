package io.millrace.server.command;

import io.millrace.engine.queue.NameLock;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueName;
import io.millrace.engine.queue.QueueStatus;
import io.millrace.engine.queue.QueueStore;
import io.millrace.server.console.Console;
import io.millrace.server.console.Table;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code millrace queues}. */
@Command(
        name = "queues",
        description = "Lists the queues of a broker, or creates or clears one.",
        footer = "\nExample:  ./millrace queues --home .millrace")
public final class QueuesCommand extends ConsoleCommand {

    @Mixin private HomeFolder home;

    @Option(names = "--create", paramLabel = "QUEUE", description = "Creates a queue.")
    private String create;

    @Option(
            names = "--clear",
            paramLabel = "QUEUE",
            description = "Removes all messages of a queue except messages in open units of work.")
    private String clear;

    @Override
    public Integer call() {
        if (create != null && !QueueName.isValid(create)) {
            throw Usage.wrong("--create", "is invalid: " + QueueName.describe(create));
        }
        try (QueueStore store = home.open(create != null, console)) {
            if (create != null) {
                boolean there = store.exists(create);
                if (!there) {
                    store.create(QueueDefinition.named(create));
                }
                console.report(
                        "the queue " + create + (there ? " already exists" : " was created"));
            }
            if (clear != null) {
                long removed = clear(store);
                console.report(Console.count(removed, "message") + " removed from " + clear);
            }
            Table table = new Table("queue", "depth", "in delivery", "scheduled", "readers");
            for (QueueStatus q : store.status()) {
                table.row(q.name(), q.depth(), q.inDelivery(), q.scheduled(), q.readers());
            }
            table.print(console);
        }
        return ExitCode.OK;
    }

    /** Clears the queue. The state of a node is cleared only while no flow uses it. */
    private long clear(QueueStore store) {
        if (!QueueName.isState(clear)) {
            return store.clear(clear);
        }
        try (NameLock _ = store.hold(clear)) {
            return store.clear(clear);
        }
    }
}
