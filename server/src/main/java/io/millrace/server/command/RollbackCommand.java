package io.millrace.server.command;

import io.millrace.server.client.AdministrationClient;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import tools.jackson.databind.JsonNode;

/** The command {@code millrace rollback}. */
@Command(
        name = "rollback",
        description = {
            """
            Runs an earlier version of an application, which replaces the deployed version between \
            two messages of each instance.\
            """,
            "Stopped flows stay stopped."
        },
        footer =
                "\n"
                        + "Examples:  ./millrace rollback orders\n"
                        + "           ./millrace rollback orders --to 3")
final class RollbackCommand extends AdministrationCommand {

    @Parameters(paramLabel = "APP", description = "Name of an application.")
    private String application;

    @Option(
            names = "--to",
            paramLabel = "REVISION",
            description =
                    """
                    Revision whose version is restored; list APP shows the revisions (default: \
                    the version before the deployed version).\
                    """)
    private long to;

    @Mixin private RevisionOption revision;

    @Override
    int call(AdministrationClient client) {
        if (isGiven("--to")) {
            Usage.atLeast(1, "--to", to);
        }
        JsonNode result =
                client.post(
                        path(application) + "/rollback?revision=" + to,
                        revision.of(client, application));
        JsonNode restored = result.path("application");
        if (administration.isJson()) {
            AdministrationOptions.print(result, console);
        } else {
            console.println(
                    "%s is %s: revision %d, restored from revision %d"
                            .formatted(
                                    label(restored),
                                    text(restored, "state"),
                                    restored.path("revision").asLong(),
                                    result.path("restoredRevision").asLong()));
        }
        reportStopped(restored);
        requireRunning(restored, application);
        return ExitCode.OK;
    }
}
