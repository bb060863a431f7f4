package io.millrace.server.command;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.PrintableText;
import io.millrace.engine.setting.EffectiveSetting;
import io.millrace.engine.setting.Layer;
import io.millrace.engine.setting.SettingValue;
import io.millrace.flows.Application;
import io.millrace.flows.Broker;
import io.millrace.server.client.AdministrationClient;
import io.millrace.server.console.Table;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import tools.jackson.databind.JsonNode;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The command {@code millrace show}. */
@Command(
        name = "show",
        description = {
            """
            Shows the settings of an application, its flows, subflow instances and nodes, each with the effective value and its origin (layer, file and line).\
            """,
            """
            APP is a folder, or the name of an application of a server, whose nodes are shown too.\
            """,
            "Secrets are masked."
        },
        footer =
                """

                Examples:  ./millrace show samples/orders
                           ./millrace show samples/orders --effective --set \
                orders#additionalInstances=2\
                """)
final class ShowCommand extends ConsoleCommand {

    @Parameters(
            paramLabel = "APP",
            description =
                    "Folder of an application; or, if it does not exist or with --server, the name"
                            + " of a deployed application or library.")
    private String application;

    @Option(
            names = "--effective",
            description = "Also shows the settings that have their default values.")
    private boolean defaults;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "A broker.yaml, whose settings are also shown.")
    private Path configuration;

    @Mixin private SettingOptions settings;

    @Mixin private AdministrationOptions administration;

    @Override
    public Integer call() {
        // A name with a separator is the path of a folder, whose error is clearer.
        boolean isName = !application.contains("/") && !application.contains(File.separator);
        boolean isDeployed =
                administration.usesApi() || isName && !Files.exists(Path.of(application));
        return isDeployed
                ? administration.call(console, this::deployedOrNeither)
                : local(Path.of(application));
    }

    /** Also reports that no folder has the name, if it can be that of a folder. */
    private int deployedOrNeither(AdministrationClient client) {
        try {
            return deployed(client);
        } catch (MillraceException e) {
            if (administration.usesApi() || e.code() != ErrorCode.UNKNOWN_APPLICATION) {
                throw e;
            }
            throw new MillraceException(
                    e.code(),
                    "the folder %s does not exist, and %s".formatted(application, e.getMessage()),
                    e);
        }
    }

    private int local(Path folder) {
        Application application =
                Application.load(
                        folder,
                        settings.options()
                                .with(ExtensionsHome.extensions(administration.home().given())));
        if (!administration.isJson()) {
            console.problems(application.warnings());
        }
        Map<String, List<EffectiveSetting>> parts = new LinkedHashMap<>();
        if (configuration != null) {
            parts.put("broker", Broker.settings(configuration));
        }
        parts.put("application " + application.name(), application.settings());
        parts.replaceAll((part, all) -> all.stream().filter(this::isShown).toList());
        if (administration.isJson()) {
            JsonOption.print(values(parts), console);
        } else {
            parts.forEach((part, shown) -> table(part, shown).print(console));
        }
        return ExitCode.OK;
    }

    private int deployed(AdministrationClient client) {
        for (String option : List.of("--config", "--set", "--environment", "--library")) {
            if (isGiven(option)) {
                throw Usage.wrong(
                        option,
                        "requires the folder of an application (found %s)".formatted(application));
            }
        }
        String path =
                AdministrationClient.path(
                        AdministrationCommand.APPLICATIONS + "/",
                        application,
                        "/settings" + (defaults ? "?defaults=true" : ""));
        JsonNode shown = client.get(path);
        if (administration.isJson()) {
            AdministrationOptions.print(shown, console);
        } else {
            print(shown);
        }
        return ExitCode.OK;
    }

    private void print(JsonNode shown) {
        JsonNode found = shown.path("application");
        String name = text(found, "name");
        Table table = new Table(text(found, "kind") + " " + name, "value", "layer", "origin");
        for (JsonNode setting : shown.path("settings")) {
            String value = text(setting, "value");
            String written = text(setting, "written");
            String origin =
                    setting.path("file").isString()
                            ? text(setting, "file") + ":" + setting.path("line").asInt()
                            : "";
            table.row(
                    text(setting, "setting"),
                    value,
                    text(setting, "layer"),
                    written.isEmpty() || written.equals(value) ? origin : origin + " " + written);
        }
        table.print(console);
        Table nodes = new Table("flow", "group", "state", "node", "type");
        for (JsonNode flow : shown.path("flows")) {
            for (JsonNode node : flow.path("nodes")) {
                nodes.row(
                        text(flow, "flow"),
                        text(flow, "group"),
                        text(flow, "state"),
                        text(node, "node"),
                        text(node, "type"));
            }
        }
        if (!nodes.isEmpty()) {
            console.println("");
            nodes.print(console);
        }
        String error = text(found, "error");
        if (!error.isEmpty()) {
            console.report(name + " was not started: " + PrintableText.line(error));
        }
    }

    private static String text(JsonNode node, String key) {
        return node.path(key).asString("");
    }

    private boolean isShown(EffectiveSetting setting) {
        return defaults || setting.value().isGiven();
    }

    private static Table table(String part, List<EffectiveSetting> shown) {
        Table table = new Table(part, "value", "layer", "origin");
        for (EffectiveSetting setting : shown) {
            SettingValue value = setting.value();
            String written = setting.shownWritten();
            String origin = value.isGiven() ? origin(value) : "";
            table.row(
                    setting.key(),
                    setting.shown(),
                    value.layer().label(),
                    written.equals(setting.shown()) ? origin : origin + " " + written);
        }
        return table;
    }

    private static String origin(SettingValue value) {
        Place place = value.place();
        return value.layer() == Layer.OPERATOR
                ? "--set"
                : place.source().name() + ":" + place.line();
    }

    private static List<Map<String, Object>> values(Map<String, List<EffectiveSetting>> parts) {
        List<Map<String, Object>> all = new ArrayList<>();
        parts.forEach(
                (part, settings) ->
                        settings.forEach(
                                setting -> {
                                    SettingValue value = setting.value();
                                    Map<String, Object> one = new LinkedHashMap<>();
                                    one.put("of", part);
                                    one.put("setting", setting.key());
                                    one.put("value", setting.shown());
                                    one.put("layer", value.layer().label());
                                    if (value.isGiven()) {
                                        one.put("written", setting.shownWritten());
                                        one.put("file", value.place().source().name());
                                        one.put("line", value.place().line());
                                    }
                                    all.add(one);
                                }));
        return all;
    }
}
