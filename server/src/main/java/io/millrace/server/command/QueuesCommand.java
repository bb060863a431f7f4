package io.millrace.server.command;

import io.millrace.engine.queue.NameLock;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueName;
import io.millrace.engine.queue.QueueStatus;
import io.millrace.engine.queue.QueueStore;
import io.millrace.server.client.AdministrationClient;
import io.millrace.server.console.Console;
import io.millrace.server.console.Table;
import io.millrace.server.deploy.OperatorQueues;
import io.millrace.server.deploy.ServerHome;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.nio.file.Files;
import java.nio.file.Path;

/** The command {@code millrace queues}. */
@Command(
        name = "queues",
        description = {
            "Lists the queues of a broker, or creates or clears one.",
            """
            The commands show, define, alter, delete and dynamic administer the queues of a \
            running server.\
            """
        },
        subcommands = {
            QueueShowCommand.class,
            QueueDefineCommand.class,
            QueueAlterCommand.class,
            QueueDeleteCommand.class,
            QueueDynamicCommand.class,
            QueueMoveCommand.class,
            QueuePurgeCommand.class
        },
        footer = "\nExample:  ./millrace queues --home .millrace")
final class QueuesCommand extends ConsoleCommand {

    @Mixin private AdministrationOptions administration;

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
        if (administration.usesApi()) {
            if (create != null || clear != null) {
                throw Usage.wrong(
                        create != null ? "--create" : "--clear",
                        "cannot be combined with --server, --token-file or --trust; use ./millrace"
                                + " queues "
                                + (create != null ? "define " + create : "purge " + clear));
            }
            return administration.call(console, this::onServer);
        }
        int checked = create == null ? ExitCode.OK : checkUnlocked();
        if (checked != ExitCode.OK) {
            return checked;
        }
        try (QueueStore store = administration.home().open(create != null, console)) {
            change(store);
            if (administration.isJson()) {
                console.println(
                        new JsonMapper()
                                .writerWithDefaultPrettyPrinter()
                                .writeValueAsString(store.status()));
                return ExitCode.OK;
            }
            Table table = new Table("queue", "depth", "in delivery", "scheduled", "readers");
            for (QueueStatus q : store.status()) {
                table.row(q.name(), q.depth(), q.inDelivery(), q.scheduled(), q.readers());
            }
            table.print(console);
            InhibitedQueues.report(store, console);
        }
        return ExitCode.OK;
    }

    /**
     * Checks that the server on the home, if one runs, permits changes of queues. Returns the exit
     * code.
     */
    private int checkUnlocked() {
        Path home = administration.home().chosen(console);
        boolean hasApi =
                ServerHome.isLocked(home)
                        && Files.exists(ServerHome.folder(home).resolve(ServerHome.ADDRESS));
        if (!hasApi) {
            return ExitCode.OK;
        }
        return administration.call(
                console,
                client -> {
                    if (client.get("/v1/broker").path("configLocked").asBoolean(false)) {
                        throw OperatorQueues.refused();
                    }
                    return ExitCode.OK;
                });
    }

    private void change(QueueStore store) {
        if (create != null) {
            boolean there = store.exists(create);
            if (!there) {
                store.create(QueueDefinition.named(create));
            }
            console.report("the queue " + create + (there ? " already exists" : " was created"));
        }
        if (clear != null) {
            long removed = clear(store);
            console.report(Console.count(removed, "message") + " removed from " + clear);
        }
    }

    private int onServer(AdministrationClient client) {
        JsonNode queues = client.get(QueueCommand.QUEUES);
        if (administration.isJson()) {
            AdministrationOptions.print(queues, console);
            return ExitCode.OK;
        }
        Table table =
                new Table("queue", "depth", "in delivery", "readers", "writers", "oldest", "kind");
        for (JsonNode queue : queues) {
            JsonNode age = queue.path("oldestAgeSeconds");
            table.row(
                    queue.path("name").asString(),
                    queue.path("depth").asLong(),
                    queue.path("inDelivery").asLong(),
                    queue.path("readers").asInt(),
                    queue.path("writers").asInt(),
                    age.isNumber() ? age.asLong() + " s" : "",
                    kind(queue));
        }
        table.print(console);
        InhibitedQueues.report(queues, console);
        return ExitCode.OK;
    }

    /** Returns what distinguishes a queue from an ordinary one; empty for an ordinary queue. */
    private static String kind(JsonNode queue) {
        String alias = queue.path("alias").asString("");
        String model = queue.path("model").asString("");
        String dynamicOf = queue.path("dynamicOf").asString("");
        if (!alias.isEmpty()) {
            return "alias of " + alias;
        }
        if (!model.isEmpty()) {
            return "%s model, %s"
                    .formatted(model, Console.count(queue.path("dynamicQueues").asLong(), "queue"));
        }
        if (!dynamicOf.isEmpty()) {
            return (queue.path("temporary").asBoolean() ? "temporary, of " : "permanent, of ")
                    + dynamicOf;
        }
        return "";
    }

    /** Clears the queue. The state of a node can be cleared only while no flow uses it. */
    private long clear(QueueStore store) {
        if (!QueueName.isState(clear)) {
            return store.clear(clear);
        }
        try (NameLock _ = store.hold(clear)) {
            return store.clear(clear);
        }
    }
}
