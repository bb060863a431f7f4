package io.millrace.server.command;

import io.millrace.server.client.AdministrationClient;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

import tools.jackson.databind.JsonNode;

import java.nio.file.Path;

/** The command {@code millrace repository publish}. */
@Command(
        name = "publish",
        description = {
            "Publishes an application or library in the shared repository of a server.",
            "Nothing is deployed. A published version cannot be replaced by other content."
        },
        footer = "\nExample:  ./millrace repository publish orders.zip")
final class RepositoryPublishCommand extends AdministrationCommand {

    @Parameters(
            paramLabel = "APP",
            description = "Folder of an application, or an archive made with package.")
    private Path application;

    @Override
    int call(AdministrationClient client) {
        try (ArchiveOption archive = ArchiveOption.of(application)) {
            JsonNode published =
                    client.sendFile(
                            "PUT",
                            AdministrationClient.path(
                                    RepositoryCommand.ARCHIVES + "/", archive.name(), ""),
                            archive.file(),
                            archive.sha256(),
                            -1);
            if (administration.isJson()) {
                AdministrationOptions.print(published, console);
            } else {
                console.println(
                        "%s is published: SHA-256 %s"
                                .formatted(label(published), text(published, "sha256")));
            }
            return ExitCode.OK;
        }
    }
}
