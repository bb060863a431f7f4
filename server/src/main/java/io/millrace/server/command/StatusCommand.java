package io.millrace.server.command;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Heap;
import io.millrace.engine.queue.QueueStore;
import io.millrace.flows.Broker;
import io.millrace.flows.BrokerStatus;
import io.millrace.server.client.AdministrationClient;
import io.millrace.server.console.Table;
import io.millrace.server.telemetry.StatusValues;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The command {@code millrace status}. */
@Command(
        name = "status",
        description =
                "Shows the limits of a running broker (queues, disk, memory, units of work, "
                        + "instances, calls, connections ...) with their current values, "
                        + "high-water marks and maximums, and ESQL programs that have run for "
                        + "more than a minute.",
        footer = "\nExample:  ./millrace status --home .millrace")
final class StatusCommand extends ConsoleCommand {

    private static final JsonMapper JSON = new JsonMapper();

    @Mixin private AdministrationOptions administration;

    @Override
    public Integer call() {
        if (administration.usesApi()) {
            return administration.call(console, this::ofServer);
        }
        return ofHome();
    }

    private int ofServer(AdministrationClient client) {
        print(client.get("/v1/broker/status"));
        if (!administration.isJson()) {
            InhibitedQueues.report(client.get(QueueCommand.QUEUES), console);
        }
        return ExitCode.OK;
    }

    /** Prints the state of the broker of a home, which can have no administration API. */
    private int ofHome() {
        try (QueueStore store =
                administration.home().attach(console).orElseThrow(this::notRunning)) {
            BrokerStatus status = Broker.status(store).orElseThrow(this::notRunning);
            print(JSON.valueToTree(StatusValues.of(status)));
            if (!administration.isJson()) {
                InhibitedQueues.report(store, console);
            }
            return ExitCode.OK;
        }
    }

    private void print(JsonNode status) {
        if (administration.isJson()) {
            AdministrationOptions.print(status, console);
            return;
        }
        Table table = new Table("limit", "object", "current", "highest", "maximum");
        for (JsonNode use : status.path("limits")) {
            table.row(
                    text(use, "limit"),
                    text(use, "object"),
                    value(use, "current"),
                    value(use, "highest"),
                    value(use, "maximum"));
        }
        table.print(console);
        JsonNode programs = status.path("longPrograms");
        if (!programs.isEmpty()) {
            console.println("");
            programs(programs).print(console);
        }
    }

    private static String value(JsonNode use, String key) {
        JsonNode value = use.path(key);
        return value.isNull()
                ? "-"
                : text(use, "unit").equals("bytes")
                        ? Heap.megabytes(value.asLong())
                        : value.asString();
    }

    private static String text(JsonNode node, String key) {
        return node.path(key).asString("");
    }

    private static Table programs(JsonNode programs) {
        Table table = new Table("ESQL running for a long time", "instance", "seconds", "statement");
        for (JsonNode p : programs) {
            table.row(
                    text(p, "node"),
                    text(p, "instance"),
                    "%.1f".formatted(p.path("ownMillis").asLong() / 1e3),
                    text(p, "statement"));
        }
        return table;
    }

    private MillraceException notRunning() {
        Object home = administration.home().path();
        return new MillraceException(
                ErrorCode.QUEUE_STORE_DOWN,
                "no broker runs on %1$s; start one with ./millrace server --home %1$s or ./millrace run APP --home %1$s"
                        .formatted(home));
    }
}
