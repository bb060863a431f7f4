package io.millrace.server.command;

import io.millrace.server.client.AdministrationClient;
import io.millrace.server.console.Table;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

import tools.jackson.databind.JsonNode;

/** The command {@code millrace connections}. */
@Command(
        name = "connections",
        description =
                "Lists the connections of clients to a server; close ends one. Its open units of"
                        + " work are then rolled back, and the client can connect again.",
        subcommands = ConnectionsCommand.Close.class,
        footer =
                """

                Examples:  ./millrace connections
                           ./millrace connections close 5f0a1b2c\
                """)
final class ConnectionsCommand extends AdministrationCommand {

    static final String CONNECTIONS = "/v1/broker/connections";

    @Override
    int call(AdministrationClient client) {
        JsonNode connections = client.get(CONNECTIONS);
        if (administration.isJson()) {
            AdministrationOptions.print(connections, console);
            return ExitCode.OK;
        }
        Table table =
                new Table(
                        "connection",
                        "user",
                        "protocol",
                        "address",
                        "client id",
                        "sessions",
                        "readers",
                        "writers",
                        "opened");
        for (JsonNode connection : connections) {
            table.row(
                    text(connection, "id"),
                    text(connection, "user"),
                    text(connection, "protocol"),
                    text(connection, "address"),
                    text(connection, "clientId"),
                    connection.path("sessions").asInt(),
                    connection.path("readers").asInt(),
                    connection.path("writers").asInt(),
                    text(connection, "opened"));
        }
        table.print(console);
        return ExitCode.OK;
    }

    /** The command {@code millrace connections close}. */
    @Command(name = "close", description = "Closes the connection of a client.")
    static final class Close extends AdministrationCommand {

        @Parameters(
                index = "0",
                paramLabel = "CONNECTION",
                description = "Identifier of a connection, as listed.")
        private String id;

        @Override
        int call(AdministrationClient client) {
            JsonNode closed =
                    client.delete(AdministrationClient.path(CONNECTIONS + "/", id, ""), -1);
            if (administration.isJson()) {
                AdministrationOptions.print(closed, console);
            } else {
                console.println("connection " + id + " closed");
            }
            return ExitCode.OK;
        }
    }
}
