package io.millrace.server.command;

import io.millrace.server.client.AdministrationClient;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import tools.jackson.databind.JsonNode;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** A command that starts or stops flows. */
abstract class FlowStateCommand extends AdministrationCommand {

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "APP",
            description = "Name of an application.")
    private String application;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "FLOW",
            description = "Name of a flow of the application (default: all).")
    private String flow;

    @Option(
            names = "--group",
            paramLabel = "GROUP",
            description =
                    """
                    Name of an execution group: only flows in it. Without APP, all flows in it.\
                    """)
    private String group;

    @Mixin private RevisionOption revision;

    /** Returns the action in the path of the API. */
    abstract String action();

    @Override
    final int call(AdministrationClient client) {
        JsonNode changed =
                client.post(
                        target() + "/" + action() + query(),
                        application == null ? -1 : revision.of(client, application));
        if (administration.isJson()) {
            AdministrationOptions.print(changed, console);
        } else {
            printFlows(changed.path("flows"));
        }
        String name = application == null ? "the execution group " + group : application;
        requireRunning(changed, name);
        return ExitCode.OK;
    }

    private String target() {
        if (application == null) {
            if (group == null) {
                throw wrongUsage("missing argument: APP, or --group GROUP");
            }
            if (revision.isGiven()) {
                throw Usage.wrong(RevisionOption.NAME, "requires APP");
            }
            return AdministrationClient.path("/v1/broker/groups/", group, "");
        }
        return flow == null
                ? path(application)
                : AdministrationClient.path(path(application) + "/flows/", flow, "");
    }

    private String query() {
        return application == null || group == null
                ? ""
                : "?group=" + URLEncoder.encode(group, StandardCharsets.UTF_8);
    }
}
