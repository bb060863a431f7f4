package io.millrace.server.command;

import io.millrace.server.client.AdministrationClient;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

import tools.jackson.databind.JsonNode;

/** The command {@code millrace undeploy}. */
@Command(
        name = "undeploy",
        description =
                "Stops and removes an application. Its queues and their messages are kept; "
                        + "rollback restores it.",
        footer = "\nExample:  ./millrace undeploy orders")
final class UndeployCommand extends AdministrationCommand {

    @Parameters(paramLabel = "APP", description = "Name of an application.")
    private String application;

    @Mixin private RevisionOption revision;

    @Override
    int call(AdministrationClient client) {
        JsonNode result = client.delete(path(application), revision.of(client, application));
        if (administration.isJson()) {
            AdministrationOptions.print(result, console);
        } else {
            console.println(application + " is removed");
        }
        return ExitCode.OK;
    }
}
