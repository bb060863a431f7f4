package io.millrace.server.command;

import io.millrace.server.client.AdministrationClient;
import io.millrace.server.console.Table;

import picocli.CommandLine.Command;

import tools.jackson.databind.JsonNode;

/** The command {@code millrace repository list}. */
@Command(
        name = "list",
        description = "Lists the archives in the shared repository of a server.",
        footer = "\nExample:  ./millrace repository list --json")
final class RepositoryListCommand extends AdministrationCommand {

    private static final int SHORT_SUM = 12;

    @Override
    int call(AdministrationClient client) {
        JsonNode archives = client.get(RepositoryCommand.ARCHIVES);
        if (administration.isJson()) {
            AdministrationOptions.print(archives, console);
            return ExitCode.OK;
        }
        Table table = new Table("name", "version", "kind", "published", "by", "SHA-256");
        for (JsonNode archive : archives) {
            table.row(
                    text(archive, "name"),
                    text(archive, "version"),
                    text(archive, "kind"),
                    text(archive, "published"),
                    text(archive, "publisher"),
                    text(archive, "sha256").substring(0, SHORT_SUM));
        }
        table.print(console);
        return ExitCode.OK;
    }
}
