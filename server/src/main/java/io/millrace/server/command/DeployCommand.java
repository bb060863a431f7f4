package io.millrace.server.command;

import io.millrace.server.client.AdministrationClient;
import io.millrace.server.console.Console;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import tools.jackson.databind.JsonNode;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The command {@code millrace deploy}. */
@Command(
        name = "deploy",
        description = {
            """
            Deploys an application on a server: the server checks and compiles it, and replaces \
            the deployed version between two messages of each instance.\
            """,
            "If this fails, nothing is changed, and all problems are printed."
        },
        footer =
                """

                Examples:  ./millrace deploy samples/orders
                           ./millrace deploy orders.zip --server https://broker1:7700 \
                --token-file broker1.token\
                """)
public final class DeployCommand extends AdministrationCommand {

    private static final long ANY = -1;

    @Parameters(
            paramLabel = "APP",
            description = "Folder of an application, or an archive made with package.")
    private Path application;

    @Option(
            names = "--environment",
            paramLabel = "NAME",
            description =
                    """
                    The environment whose parameters in application.yaml and overrides in \
                    overrides.yaml are used.\
                    """)
    private String environment = "";

    @Option(
            names = "--revision",
            paramLabel = "N",
            description =
                    """
                    Deploys only if N is the last revision of the application, so that the change of another administrator is not overwritten. 0: it was never deployed.\
                    """)
    private long revision = ANY;

    @Option(names = "--check-only", description = "Only checks whether it can be deployed.")
    private boolean checkOnly;

    @Override
    int call(AdministrationClient client) {
        if (isGiven("--revision")) {
            Usage.atLeast(0, "--revision", revision);
        }
        try (ArchiveOption archive = ArchiveOption.of(application)) {
            long seen = revision == ANY ? revision(client, archive.name()) : revision;
            String path =
                    "%s?environment=%s&checkOnly=%s"
                            .formatted(
                                    path(archive.name()),
                                    URLEncoder.encode(environment, StandardCharsets.UTF_8),
                                    checkOnly);
            JsonNode result = client.sendFile("PUT", path, archive.file(), archive.sha256(), seen);
            report(archive.name(), result);
            return ExitCode.OK;
        }
    }

    private void report(String name, JsonNode result) {
        result.path("warnings").forEach(w -> console.report(text(w, "rendered")));
        JsonNode deployed = result.path("application");
        if (administration.isJson()) {
            AdministrationOptions.print(result, console);
        } else if (checkOnly) {
            console.println(name + " can be deployed");
        } else {
            console.println(
                    "%s is %s: revision %d, %s"
                            .formatted(
                                    label(deployed),
                                    text(deployed, "state"),
                                    deployed.path("revision").asLong(),
                                    Console.count(deployed.path("flows").size(), "flow")));
        }
        if (!checkOnly) {
            requireRunning(deployed, name);
        }
    }
}
