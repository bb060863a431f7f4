package io.millrace.server.command;

import io.millrace.server.client.AdministrationClient;
import io.millrace.server.console.Table;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import tools.jackson.databind.JsonNode;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The command {@code millrace diff}. */
@Command(
        name = "diff",
        description = {
            """
            Compares the deployed version of an application with a folder, an archive or an \
            earlier revision: files, and effective settings.\
            """,
            "The exit code is 0 also if they differ."
        },
        footer =
                "\nExamples:  ./millrace diff samples/orders\n"
                        + "           ./millrace diff orders --revision 3")
final class DiffCommand extends AdministrationCommand {

    @Parameters(
            paramLabel = "APP",
            description =
                    """
                    Folder of an application, or an archive made with package; with --revision, \
                    the name of an application.\
                    """)
    private String application;

    @Option(
            names = "--environment",
            paramLabel = "NAME",
            description = "The environment of the folder or archive.")
    private String environment = "";

    @Option(
            names = "--revision",
            paramLabel = "N",
            description =
                    "Revision to compare with; 0 for the version before the deployed version.")
    private Long revision;

    @Override
    int call(AdministrationClient client) {
        JsonNode diff = revision == null ? withFolder(client) : withRevision(client);
        if (administration.isJson()) {
            AdministrationOptions.print(diff, console);
            return ExitCode.OK;
        }
        if (diff.path("files").isEmpty() && diff.path("settings").isEmpty()) {
            console.println("no differences");
            return ExitCode.OK;
        }
        Table files = new Table("file", "change");
        diff.path("files").forEach(f -> files.row(text(f, "path"), text(f, "change")));
        Table settings = new Table("setting", "deployed", "other");
        diff.path("settings")
                .forEach(s -> settings.row(text(s, "name"), text(s, "deployed"), text(s, "other")));
        if (!files.isEmpty()) {
            files.print(console);
        }
        if (!files.isEmpty() && !settings.isEmpty()) {
            console.println("");
        }
        if (!settings.isEmpty()) {
            settings.print(console);
        }
        return ExitCode.OK;
    }

    private JsonNode withFolder(AdministrationClient client) {
        Path path = Path.of(application);
        if (!Files.exists(path)) {
            throw Usage.wrong(
                    "diff",
                    "must have the folder or archive of an application, or a name and --revision"
                            + " (found %s, which does not exist)".formatted(application));
        }
        try (ArchiveOption archive = ArchiveOption.of(path)) {
            return client.sendFile(
                    "POST",
                    path(archive.name())
                            + "/diff?environment="
                            + URLEncoder.encode(environment, StandardCharsets.UTF_8),
                    archive.file(),
                    archive.sha256(),
                    -1);
        }
    }

    private JsonNode withRevision(AdministrationClient client) {
        Usage.atLeast(0, "--revision", revision);
        return client.get(path(application) + "/diff?revision=" + revision);
    }
}
