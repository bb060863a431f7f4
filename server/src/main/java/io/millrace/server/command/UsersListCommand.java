package io.millrace.server.command;

import io.millrace.server.client.AdministrationClient;
import io.millrace.server.console.Table;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;

/** The command {@code millrace users list}. */
@Command(
        name = "list",
        description = "Lists the users of a server with their roles, and the tokens.",
        footer = "\nExample:  ./millrace users list --all")
final class UsersListCommand extends AdministrationCommand {

    @Option(names = "--all", description = "Also lists expired and revoked tokens.")
    private boolean all;

    @Override
    int call(AdministrationClient client) {
        JsonNode users = client.get(UsersCommand.USERS);
        if (administration.isJson()) {
            AdministrationOptions.print(users, console);
            return ExitCode.OK;
        }
        Table roles = new Table("user", "roles", "for", "from");
        for (JsonNode user : users.path("users")) {
            for (JsonNode grant : user.path("grants")) {
                String group = text(grant, "userGroup");
                roles.row(
                        text(user, "name"),
                        joined(grant.path("roles")),
                        objects(grant),
                        group.isEmpty() ? "user" : "group " + group);
            }
        }
        roles.print(console);
        Table tokens = new Table("token", "user", "state", "created", "by", "expires");
        boolean any = false;
        for (JsonNode token : users.path("tokens")) {
            if (all || text(token, "state").equals("valid")) {
                any = true;
                tokens.row(
                        text(token, "id"),
                        text(token, "user"),
                        text(token, "state"),
                        text(token, "created"),
                        text(token, "createdBy"),
                        token.path("expires").asString("never"));
            }
        }
        if (any) {
            console.println("");
            tokens.print(console);
        }
        return ExitCode.OK;
    }

    private static String objects(JsonNode grant) {
        if (!grant.path("limited").asBoolean()) {
            return "all";
        }
        List<String> objects = new ArrayList<>();
        add("applications", grant.path("applications"), objects);
        add("execution groups", grant.path("executionGroups"), objects);
        add("queues", grant.path("queues"), objects);
        return String.join("; ", objects);
    }

    private static void add(String kind, JsonNode names, List<String> objects) {
        if (!names.isEmpty()) {
            objects.add(kind + " " + joined(names));
        }
    }

    private static String joined(JsonNode list) {
        List<String> words = new ArrayList<>();
        list.forEach(word -> words.add(word.asString()));
        return String.join(", ", words);
    }
}
