package io.millrace.server.command;

import io.millrace.engine.error.ErrorCode;
import io.millrace.server.client.AdministrationClient;
import io.millrace.server.client.ServerError;
import io.millrace.server.console.Table;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import tools.jackson.databind.JsonNode;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The command {@code millrace statistics}. */
@Command(
        name = "statistics",
        description = {
            """
            Shows the last records of message flow accounting and statistics, or switches the \
            records of flows on or off.\
            """,
            "Without APP, shows the intervals and the flows for which statistics are on."
        },
        footer =
                """

                Examples:  ./millrace statistics price --snapshot on --nodes basic
                           ./millrace statistics price --format csv
                           ./millrace statistics --archive-minutes 60\
                """)
final class StatisticsCommand extends AdministrationCommand {

    private static final String PATH = "/v1/broker/statistics";

    private static final List<String> SWITCH = List.of("on", "off");

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

    @Option(names = "--group", paramLabel = "GROUP", description = "Name of an execution group.")
    private String group;

    @Option(
            names = "--snapshot",
            paramLabel = "on|off",
            description = "Switches snapshots on or off.")
    private String snapshot;

    @Option(
            names = "--archive",
            paramLabel = "on|off",
            description = "Switches archive records on or off.")
    private String archive;

    @Option(
            names = "--nodes",
            paramLabel = "LEVEL",
            defaultValue = "none",
            description =
                    """
                    Figures of nodes: none, basic, or advanced (with terminals and processor \
                    time). Default: ${DEFAULT-VALUE}\
                    """)
    private String nodes;

    @Option(names = "--threads", description = "Figures of each thread.")
    private boolean threads;

    @Option(names = "--origins", description = "Figures by Environment.Broker.Accounting.Origin.")
    private boolean origins;

    @Option(
            names = "--record",
            paramLabel = "KIND",
            defaultValue = "snapshot",
            description = "The records to show: snapshot or archive (default: ${DEFAULT-VALUE}).")
    private String record;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "table",
            description =
                    "The format of the records: table, json, xml or csv (default:"
                            + " ${DEFAULT-VALUE}).")
    private String format;

    @Option(
            names = "--snapshot-seconds",
            paramLabel = "N",
            description = "Changes the interval of snapshots.")
    private Integer snapshotSeconds;

    @Option(
            names = "--archive-minutes",
            paramLabel = "N",
            description = "Changes the interval of archive records.")
    private Integer archiveMinutes;

    @Override
    int call(AdministrationClient client) {
        format = administration.form("--format", format, isGiven("--format"), "json");
        try {
            return call(client, application);
        } catch (ServerError e) {
            boolean isApplication = e.code() == ErrorCode.UNKNOWN_APPLICATION;
            String unknown = isApplication ? application : flow;
            if (!isApplication && e.code() != ErrorCode.UNKNOWN_FLOW
                    || unknown == null
                    || !SWITCH.contains(unknown)) {
                throw e;
            }
            String name = !isApplication ? application : flow == null ? "APP" : flow;
            throw wrongUsage(
                    "%s is a value of --snapshot and --archive; use ./millrace statistics %s --snapshot %s"
                            .formatted(unknown, name, unknown));
        }
    }

    private int call(AdministrationClient client, String application) {
        if (application == null) {
            return intervals(client);
        }
        if (snapshotSeconds != null || archiveMinutes != null) {
            throw wrongUsage("--snapshot-seconds and --archive-minutes cannot have APP");
        }
        String path =
                flow == null
                        ? path(application) + "/statistics"
                        : AdministrationClient.path(
                                path(application) + "/flows/", flow, "/statistics");
        String query = group == null ? "?" : "?group=" + encoded(group) + "&";
        boolean changed = false;
        if (snapshot != null) {
            change(client, path + query, "snapshot", isOn("--snapshot", snapshot));
            changed = true;
        }
        if (archive != null) {
            change(client, path + query, "archive", isOn("--archive", archive));
            changed = true;
        }
        return changed ? ExitCode.OK : show(client, path + query + "record=" + encoded(record));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static boolean isOn(String option, String word) {
        if (!SWITCH.contains(word)) {
            throw Usage.wrong(option, "must be on or off (found " + word + ")");
        }
        return word.equals("on");
    }

    private int intervals(AdministrationClient client) {
        if (snapshot != null || archive != null) {
            throw wrongUsage("missing argument: APP");
        }
        Map<String, Object> intervals = new LinkedHashMap<>();
        if (snapshotSeconds != null) {
            intervals.put("snapshotSeconds", snapshotSeconds);
        }
        if (archiveMinutes != null) {
            intervals.put("archiveMinutes", archiveMinutes);
        }
        JsonNode settings =
                intervals.isEmpty() ? client.get(PATH) : client.put(PATH, intervals, -1);
        if (administration.isJson()) {
            AdministrationOptions.print(settings, console);
            return ExitCode.OK;
        }
        console.println(
                "snapshots every %d s, archive records every %d min"
                        .formatted(
                                settings.path("snapshotSeconds").asInt(),
                                settings.path("archiveMinutes").asInt()));
        print(settings.path("flows"));
        return ExitCode.OK;
    }

    private void change(AdministrationClient client, String path, String kind, boolean active) {
        Map<String, Object> change = new LinkedHashMap<>();
        change.put("record", kind);
        change.put("active", active);
        change.put("nodes", nodes);
        change.put("threads", threads);
        change.put("origins", origins);
        JsonNode changed = client.put(path, change, -1);
        if (administration.isJson()) {
            AdministrationOptions.print(changed, console);
        } else {
            print(changed);
        }
    }

    private void print(JsonNode flows) {
        Table table = new Table("application", "flow", "group", "snapshot", "archive");
        for (JsonNode one : flows) {
            table.row(
                    text(one, "application"),
                    text(one, "flow"),
                    text(one, "group"),
                    level(one.path("snapshot")),
                    level(one.path("archive")));
        }
        table.print(console);
    }

    private static String level(JsonNode level) {
        if (!level.isObject()) {
            return "off";
        }
        return "nodes "
                + text(level, "nodes").toLowerCase(Locale.ROOT)
                + (level.path("threads").asBoolean() ? ", threads" : "")
                + (level.path("origins").asBoolean() ? ", origins" : "");
    }

    private int show(AdministrationClient client, String path) {
        if (format.equals("xml") || format.equals("csv")) {
            console.println(client.text(path + "&format=" + format).stripTrailing());
            return ExitCode.OK;
        }
        JsonNode records = client.get(path);
        if (format.equals("json")) {
            AdministrationOptions.print(records, console);
            return ExitCode.OK;
        }
        if (!format.equals("table")) {
            throw Usage.wrong("--format", "must be table, json, xml or csv (found " + format + ")");
        }
        if (records.isEmpty()) {
            console.report("no " + record + " yet; switch it on with --" + record + " on");
            return ExitCode.ERRORS;
        }
        Table table =
                new Table(
                        "flow",
                        "group",
                        "origin",
                        "messages",
                        "elapsed us",
                        "max us",
                        "cpu us",
                        "errors",
                        "commits",
                        "backouts");
        for (JsonNode one : records) {
            for (JsonNode origin : one.path("origins")) {
                row(table, text(one, "flow"), text(one, "group"), origin);
                origin.path("threads")
                        .properties()
                        .forEach(t -> row(table, "  " + t.getKey(), "", t.getValue()));
                origin.path("nodes")
                        .properties()
                        .forEach(n -> node(table, "  " + n.getKey(), n.getValue()));
            }
        }
        table.print(console);
        return ExitCode.OK;
    }

    private static void row(Table table, String name, String group, JsonNode figures) {
        table.row(
                name,
                group,
                text(figures, "origin"),
                figures.path("messages").asLong(),
                figures.path("elapsedMicros").path("total").asLong(),
                figures.path("elapsedMicros").path("max").asLong(),
                figures.path("cpuMicros").path("total").asLong(),
                figures.path("errors").asLong(),
                figures.path("commits").asLong(),
                figures.path("backouts").asLong());
    }

    private static void node(Table table, String name, JsonNode figures) {
        table.row(
                name,
                "",
                "",
                figures.path("invocations").asLong(),
                figures.path("elapsedMicros").path("total").asLong(),
                figures.path("elapsedMicros").path("max").asLong(),
                figures.path("cpuMicros").path("total").asLong(),
                "",
                "",
                "");
    }
}
