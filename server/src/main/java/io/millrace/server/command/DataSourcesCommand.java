package io.millrace.server.command;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.server.client.AdministrationClient;
import io.millrace.server.console.Table;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import tools.jackson.databind.JsonNode;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** The command {@code millrace data-sources}. */
@Command(
        name = "data-sources",
        description = "Lists the data sources of a server; test connects to one of them.",
        subcommands = DataSourcesCommand.Test.class,
        footer =
                """

                Examples:  ./millrace data-sources
                           ./millrace data-sources test STOCK --application orders\
                """)
final class DataSourcesCommand extends AdministrationCommand {

    private static final String DATA_SOURCES = "/v1/broker/data-sources";

    @Override
    int call(AdministrationClient client) {
        JsonNode sources = client.get(DATA_SOURCES);
        if (administration.isJson()) {
            AdministrationOptions.print(sources, console);
            return ExitCode.OK;
        }
        Table table = new Table("data source", "application", "user", "in use", "most", "url");
        for (JsonNode source : sources) {
            table.row(
                    text(source, "name"),
                    text(source, "application"),
                    text(source, "user"),
                    source.path("inUse").asLong(),
                    source.path("poolSize").asInt(),
                    text(source, "url"));
        }
        table.print(console);
        return ExitCode.OK;
    }

    /** The command {@code millrace data-sources test}. */
    @Command(
            name = "test",
            description = "Connects to a data source from the server, like a flow does.")
    static final class Test extends AdministrationCommand {

        @Parameters(index = "0", paramLabel = "NAME", description = "Name of the data source.")
        private String name;

        @Option(
                names = "--application",
                paramLabel = "NAME",
                description =
                        "Application that declares it (default: a data source of broker.yaml).")
        private String application = "";

        @Override
        int call(AdministrationClient client) {
            String path = AdministrationClient.path(DATA_SOURCES + "/", name, "/test");
            JsonNode tested =
                    tested(
                            client,
                            application.isEmpty()
                                    ? path
                                    : path
                                            + "?application="
                                            + URLEncoder.encode(
                                                    application, StandardCharsets.UTF_8));
            boolean reachable = tested.path("reachable").asBoolean();
            if (administration.isJson()) {
                AdministrationOptions.print(tested, console);
                return reachable ? ExitCode.OK : ExitCode.ENVIRONMENT;
            }
            if (!reachable) {
                throw new MillraceException(
                        ErrorCode.DATABASE_DOWN,
                        "the server cannot use the data source %s: %s"
                                .formatted(name, text(tested, "error")));
            }
            console.println(
                    "data source %s can be reached (%d ms)"
                            .formatted(name, tested.path("millis").asLong()));
            return ExitCode.OK;
        }

        /** Returns the server's response. An unknown name is reported as a usage error. */
        private JsonNode tested(AdministrationClient client, String path) {
            try {
                return client.post(path, -1);
            } catch (MillraceException e) {
                if (e.code() != ErrorCode.UNKNOWN_DATA_SOURCE) {
                    throw e;
                }
                throw new MillraceException(ErrorCode.USAGE, e.getMessage());
            }
        }
    }
}
