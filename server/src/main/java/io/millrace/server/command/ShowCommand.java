package io.millrace.server.command;

import io.millrace.engine.error.Place;
import io.millrace.engine.setting.EffectiveSetting;
import io.millrace.engine.setting.Layer;
import io.millrace.engine.setting.SettingValue;
import io.millrace.flows.Application;
import io.millrace.flows.Broker;
import io.millrace.server.console.Table;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import tools.jackson.databind.json.JsonMapper;

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
            "Secrets are masked."
        },
        footer =
                """

                Examples:  ./millrace show samples/orders
                           ./millrace show samples/orders --effective --set \
                orders#additionalInstances=2\
                """)
final class ShowCommand extends ConsoleCommand {

    @Parameters(paramLabel = "APP", description = "Folder of an application.")
    private Path folder;

    @Option(
            names = "--effective",
            description = "Also shows the settings that have their default values.")
    private boolean defaults;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "A broker.yaml, whose settings are also shown.")
    private Path configuration;

    @Option(names = "--json", description = "Prints JSON.")
    private boolean json;

    @Mixin private SettingOptions settings;

    @Mixin private ExtensionsHome home;

    @Override
    public Integer call() {
        Application application =
                Application.load(folder, settings.options().with(home.extensions()));
        if (!json) {
            console.problems(application.warnings());
        }
        Map<String, List<EffectiveSetting>> parts = new LinkedHashMap<>();
        if (configuration != null) {
            parts.put("broker", Broker.settings(configuration));
        }
        parts.put("application " + application.name(), application.settings());
        parts.replaceAll((part, all) -> all.stream().filter(this::isShown).toList());
        if (json) {
            console.println(json(parts));
        } else {
            parts.forEach((part, shown) -> table(part, shown).print(console));
        }
        return ExitCode.OK;
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

    private static String json(Map<String, List<EffectiveSetting>> parts) {
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
        return new JsonMapper().writerWithDefaultPrettyPrinter().writeValueAsString(all);
    }
}
