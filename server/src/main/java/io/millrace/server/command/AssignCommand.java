package io.millrace.server.command;

import io.millrace.flows.Placement;
import io.millrace.server.client.AdministrationClient;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import tools.jackson.databind.JsonNode;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The command {@code millrace assign}. */
@Command(
        name = "assign",
        description = {
            """
            Changes the execution groups, copies and additional instances of a flow while it runs. \
            The application itself is not changed.\
            """,
            """
            It replaces the assignment in the application, also for versions that are deployed later, until --reset.\
            """
        },
        footer =
                """

                Examples:  ./millrace assign orders orders --group default:2 --group night
                           ./millrace assign orders orders --additional-instances 3
                           ./millrace assign orders orders --reset\
                """)
final class AssignCommand extends AdministrationCommand {

    @Parameters(index = "0", paramLabel = "APP", description = "Name of an application.")
    private String application;

    @Parameters(index = "1", paramLabel = "FLOW", description = "Name of a flow.")
    private String flow;

    @Option(
            names = "--group",
            paramLabel = "GROUP[:COPIES]",
            description =
                    """
                    Execution group in which the flow runs, and number of copies (default: 1). \
                    Repeat it for several groups.\
                    """)
    private List<String> groups = List.of();

    @Option(
            names = "--additional-instances",
            paramLabel = "N",
            description = "Number of threads of each input node in addition to the first.")
    private Integer additionalInstances;

    @Option(names = "--reset", description = "Restores the assignment of the application.")
    private boolean reset;

    @Mixin private RevisionOption revision;

    @Override
    int call(AdministrationClient client) {
        boolean changes = !groups.isEmpty() || additionalInstances != null;
        if (reset == changes) {
            throw wrongUsage(
                    reset
                            ? "--reset cannot be combined with --group and --additional-instances"
                            : "missing argument: --group, --additional-instances or --reset");
        }
        String path = AdministrationClient.path(path(application) + "/flows/", flow, "/assignment");
        long seen = revision.of(client, application);
        JsonNode changed =
                reset
                        ? client.delete(path, seen)
                        : client.put(path, new Placement(copies(), additionalInstances), seen);
        if (administration.isJson()) {
            AdministrationOptions.print(changed, console);
        } else {
            printFlows(changed.path("flows"));
        }
        requireRunning(changed, application);
        return ExitCode.OK;
    }

    private Map<String, Integer> copies() {
        Map<String, Integer> copies = new LinkedHashMap<>();
        for (String group : groups) {
            String[] parts = group.split(":", 2);
            if (parts.length == 2 && !parts[1].matches("[0-9]{1,3}")) {
                throw Usage.wrong(
                        "--group",
                        "must be GROUP or GROUP:COPIES with a number of copies from 1 to 256 (found"
                                + " "
                                + group
                                + ")");
            }
            copies.put(parts[0], parts.length == 1 ? 1 : Integer.parseInt(parts[1]));
        }
        return copies;
    }
}
