package io.millrace.server.command;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.server.client.AdministrationClient;
import io.millrace.server.console.Table;

import picocli.CommandLine.Mixin;

import tools.jackson.databind.JsonNode;

import java.util.List;
import java.util.Set;

/** A command that administers a server. */
abstract class AdministrationCommand extends ConsoleCommand {

    static final String APPLICATIONS = "/v1/broker/applications";

    /** States that are valid after a command. All other states cause NOT_RUNNING. */
    private static final Set<String> EXPECTED =
            Set.of("running", "stopped", "partly running", "deployed");

    @Mixin AdministrationOptions administration;

    @Override
    public Integer call() {
        return administration.call(console, this::call);
    }

    /** Calls the server and returns the exit code. */
    abstract int call(AdministrationClient client);

    /** Returns the path of an application. */
    static String path(String application) {
        return AdministrationClient.path(APPLICATIONS + "/", application, "");
    }

    /** Returns the number of the last revision of an application; 0 if it was never deployed. */
    static long revision(AdministrationClient client, String application) {
        JsonNode revisions = client.get(path(application) + "/revisions");
        return revisions.isEmpty()
                ? 0
                : revisions.get(revisions.size() - 1).path("number").asLong();
    }

    /** Returns name and version of an application. */
    static String label(JsonNode application) {
        String version = text(application, "version");
        return text(application, "name") + (version.isEmpty() ? "" : " " + version);
    }

    static String text(JsonNode node, String key) {
        return node.path(key).asString("");
    }

    /** Prints flows with their states. */
    final void printFlows(Iterable<JsonNode> flows) {
        Table table =
                new Table(
                        "application", "flow", "group", "state", "instances", "attempts", "error");
        for (JsonNode flow : flows) {
            table.row(
                    text(flow, "application"),
                    text(flow, "flow"),
                    text(flow, "group"),
                    text(flow, "state"),
                    flow.path("instances").size(),
                    flow.path("messages").asLong(),
                    lastError(List.of(flow)));
        }
        table.print(console);
    }

    /** Throws NOT_RUNNING if flows have not reached the state that the command requested. */
    static void requireRunning(JsonNode changed, String name) {
        String state = text(changed, "state");
        if (!EXPECTED.contains(state)) {
            String error = lastError(changed.path("flows"));
            throw new MillraceException(
                    ErrorCode.NOT_RUNNING,
                    "%s was changed, but its state is %s%s"
                            .formatted(name, state, error.isEmpty() ? "" : ": " + error));
        }
    }

    /** Prints the addresses at which clients reach the flows of an application. */
    final void printAddresses(JsonNode application) {
        for (JsonNode flow : application.path("flows")) {
            for (JsonNode address : flow.path("addresses")) {
                console.println(
                        "%s listens at %s".formatted(text(flow, "flow"), address.asString()));
            }
        }
    }

    /** Reports queues that the flows of an application cannot read. */
    final void reportInhibited(Iterable<JsonNode> applications) {
        for (JsonNode application : applications) {
            for (JsonNode queue : application.path("inhibited")) {
                console.report(
                        "%1$s receives no messages from %2$s, because gets are inhibited; ./millrace queues alter %2$s inhibitGet=false permits them"
                                .formatted(text(application, "name"), queue.asString()));
            }
        }
    }

    /** Reports how to start the flows of a deployed version that an operator has stopped. */
    final void reportStopped(JsonNode application) {
        for (JsonNode flow : application.path("flows")) {
            if (text(flow, "state").equals("stopped")) {
                console.report(
                        "flows that an operator has stopped stay stopped; ./millrace start %s starts them"
                                .formatted(text(application, "name")));
                return;
            }
        }
    }

    private static String lastError(Iterable<JsonNode> flows) {
        for (JsonNode flow : flows) {
            for (JsonNode instance : flow.path("instances")) {
                String error = text(instance, "lastError");
                if (!error.isEmpty()) {
                    return error;
                }
            }
        }
        return "";
    }
}
