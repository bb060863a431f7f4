package io.millrace.server.command;

import io.millrace.engine.error.Problems;
import io.millrace.server.client.AdministrationClient;
import io.millrace.server.console.Table;
import io.millrace.server.log.LogLevels;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The command {@code millrace log-level}. */
@Command(
        name = "log-level",
        description = {
            "Shows or changes the levels of the loggers of a server.",
            """
            A changed level applies until --reset or the end of the server. Entries of the level \
            debug or trace can contain data of messages.\
            """
        },
        footer =
                """

                Examples:  ./millrace log-level
                           ./millrace log-level io.millrace.connectors.http debug
                           ./millrace log-level io.millrace.connectors.http --reset\
                """)
final class LogLevelCommand extends AdministrationCommand {

    private static final String PATH = "/v1/broker/log-levels";
    private static final long ANY = -1;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "LOGGER",
            description =
                    """
                    Name of a class or package, whose level also applies below it, or ROOT \
                    (default: all loggers with a level of their own).\
                    """)
    private String logger;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "LEVEL",
            description = "New level: error, warn, info, debug or trace.")
    private String level;

    @Option(
            names = "--reset",
            description = "Restores the level of LOGGER or, without it, of all loggers.")
    private boolean reset;

    @Option(names = "--all", description = "Also shows loggers without a level of their own.")
    private boolean all;

    @Override
    int call(AdministrationClient client) {
        logger = logger == null ? null : LogLevels.canonical(logger);
        boolean shows = level == null && !reset;
        if (level != null && reset) {
            throw wrongUsage("--reset cannot be combined with LEVEL");
        }
        if (all && !shows) {
            throw wrongUsage("--all cannot be combined with LEVEL or --reset");
        }
        if (shows && logger != null && LogLevels.isLevel(logger)) {
            throw wrongUsage(
                    "missing argument: LOGGER before the level %1$s, for example ROOT %1$s"
                            .formatted(logger));
        }
        if (level != null && LogLevels.isLevel(logger) && !LogLevels.isLevel(level)) {
            throw wrongUsage(
                    "the level must follow the logger; did you mean ./millrace log-level %s %s?"
                            .formatted(level, logger));
        }
        if (level != null && !names(client).contains(logger)) {
            console.report("no logger has the name %s yet; %s".formatted(logger, hint(client)));
        }
        String path = logger == null ? PATH : AdministrationClient.path(PATH + "/", logger, "");
        JsonNode result =
                shows
                        ? client.get(PATH + "?all=" + (all || logger != null))
                        : reset
                                ? client.delete(path, ANY)
                                : client.put(path, Map.of("level", level), ANY);
        List<JsonNode> selected = new ArrayList<>();
        result.forEach(entry -> selected.add(entry));
        selected.removeIf(entry -> !isSelected(text(entry, "logger")));
        if (shows && selected.isEmpty()) {
            throw wrongUsage("no logger has the name %s; %s".formatted(logger, hint(client)));
        }
        if (administration.isJson()) {
            AdministrationOptions.print(
                    shows ? new JsonMapper().valueToTree(selected) : result, console);
            return ExitCode.OK;
        }
        Table table = new Table("logger", "level", "origin");
        for (JsonNode entry : result.isArray() ? selected : List.of(result)) {
            table.row(text(entry, "logger"), text(entry, "level"), text(entry, "origin"));
        }
        table.print(console);
        return ExitCode.OK;
    }

    private boolean isSelected(String name) {
        return logger == null || name.equals(logger) || name.startsWith(logger + ".");
    }

    /** Returns the names of the loggers of the server and of the packages that contain them. */
    private static Set<String> names(AdministrationClient client) {
        Set<String> known = new TreeSet<>();
        for (JsonNode entry : client.get(PATH + "?all=true")) {
            String name = text(entry, "logger");
            for (int end = name.length(); end > 0; end = name.lastIndexOf('.', end - 1)) {
                known.add(name.substring(0, end));
            }
        }
        return known;
    }

    private String hint(AdministrationClient client) {
        return Problems.didYouMean(
                logger,
                names(client),
                "./millrace log-level --all lists the loggers, which have names of Java packages"
                        + " and classes");
    }
}
