package io.millrace.server.command;

import io.millrace.server.client.AdministrationClient;
import io.millrace.server.console.Table;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;

/** The command {@code millrace list}. */
@Command(
        name = "list",
        description = {
            "Lists the applications of a server, with the state of their flows.",
            "With APP, also lists the instances and the revisions of this application."
        },
        footer = "\nExamples:  ./millrace list\n           ./millrace list orders --json")
final class ListCommand extends AdministrationCommand {

    private static final int SHORT_SUM = 12;

    @Parameters(arity = "0..1", paramLabel = "APP", description = "Name of an application.")
    private String application;

    @Override
    int call(AdministrationClient client) {
        if (application == null) {
            all(client.get(APPLICATIONS));
        } else {
            JsonNode revisions = client.get(path(application) + "/revisions");
            one(client.get(path(application)), revisions);
        }
        return ExitCode.OK;
    }

    private void all(JsonNode applications) {
        if (administration.isJson()) {
            AdministrationOptions.print(applications, console);
            return;
        }
        Table table =
                new Table("application", "version", "state", "revision", "environment", "origin");
        Table libraries = new Table("library", "version", "state", "revision", "used by");
        List<JsonNode> flows = new ArrayList<>();
        for (JsonNode a : applications) {
            if (isLibrary(a)) {
                libraries.row(
                        text(a, "name"),
                        text(a, "version"),
                        text(a, "state"),
                        a.path("revision").asLong(),
                        names(a, "users"));
                continue;
            }
            table.row(
                    text(a, "name"),
                    text(a, "version"),
                    text(a, "state"),
                    a.path("revision").asLong(),
                    text(a, "environment"),
                    text(a, "origin"));
            a.path("flows").forEach(flows::add);
        }
        table.print(console);
        if (!flows.isEmpty()) {
            console.println("");
            printFlows(flows);
        }
        if (!libraries.isEmpty()) {
            console.println("");
            libraries.print(console);
        }
        reportFailures(applications);
        reportInhibited(applications);
    }

    private void fields(JsonNode found) {
        List<String> fields = new ArrayList<>();
        fields.addAll(List.of(text(found, "kind"), label(found), "state", text(found, "state")));
        String linked = isLibrary(found) ? "users" : "libraries";
        if (!found.path(linked).isEmpty()) {
            fields.addAll(
                    List.of(isLibrary(found) ? "used by" : "libraries", names(found, linked)));
        }
        fields.addAll(
                List.of(
                        "created by",
                        text(found, "author"),
                        "created",
                        text(found, "created"),
                        "environment",
                        text(found, "environment"),
                        "SHA-256",
                        text(found, "sha256")));
        console.fields(13, fields.toArray());
    }

    private void instances(JsonNode found) {
        Table instances = new Table("instance", "state", "attempts", "error");
        for (JsonNode flow : found.path("flows")) {
            for (JsonNode i : flow.path("instances")) {
                instances.row(
                        text(i, "name"),
                        text(i, "state"),
                        i.path("messages").asLong(),
                        text(i, "lastError"));
            }
        }
        instances.print(console);
    }

    private static boolean isLibrary(JsonNode found) {
        return text(found, "kind").equals("library");
    }

    /** Returns a list of names in one line. */
    private static String names(JsonNode found, String key) {
        List<String> names = new ArrayList<>();
        found.path(key).forEach(name -> names.add(name.asString()));
        return String.join(", ", names);
    }

    private void reportFailures(Iterable<JsonNode> applications) {
        for (JsonNode a : applications) {
            if (!text(a, "error").isEmpty()) {
                console.report(text(a, "name") + " was not started: " + text(a, "error"));
            }
        }
    }

    private void one(JsonNode found, JsonNode revisions) {
        if (administration.isJson()) {
            AdministrationOptions.print(found, console);
            return;
        }
        fields(found);
        console.println("");
        if (!isLibrary(found)) {
            instances(found);
            printAddresses(found);
            console.println("");
        }
        Table history = new Table("revision", "time", "author", "change", "version", "SHA-256");
        for (JsonNode r : revisions) {
            JsonNode installed = r.path("applications").path(application);
            String sum = text(installed, "sha256");
            history.row(
                    r.path("number").asLong(),
                    text(r, "time"),
                    text(r, "author"),
                    text(r, "operation"),
                    text(installed, "version"),
                    sum.substring(0, Math.min(SHORT_SUM, sum.length())));
        }
        history.print(console);
        reportFailures(List.of(found));
        reportInhibited(List.of(found));
    }
}
