package io.millrace.flows.compile;

import io.millrace.engine.error.Place;
import io.millrace.engine.error.SensitiveText;
import io.millrace.engine.esql.ExternalVariable;
import io.millrace.engine.setting.EffectiveSetting;
import io.millrace.engine.setting.Layer;
import io.millrace.engine.setting.Setting;
import io.millrace.engine.setting.SettingValue;
import io.millrace.flows.application.FlowAssignment;
import io.millrace.flows.check.CheckedFlow;
import io.millrace.flows.check.CheckedNode;
import io.millrace.flows.definition.FlowOptions;
import io.millrace.flows.definition.SettingKey;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The settings of an application with their effective values and origins. They include the settings
 * of flows, execution groups, subflow instances and nodes.
 */
public final class EffectiveSettings {

    private final CompiledApplication application;
    private final List<EffectiveSetting> all = new ArrayList<>();

    private EffectiveSettings(CompiledApplication application) {
        this.application = application;
    }

    /** Returns the settings in the order of the files. */
    public static List<EffectiveSetting> of(CompiledApplication application) {
        EffectiveSettings settings = new EffectiveSettings(application);
        settings.application();
        application.flows().values().forEach(flow -> settings.flow(flow.checked()));
        return settings.all;
    }

    private void application() {
        all.addAll(application.settings().effective());
        named("parameters.", application.settings().parameters().values());
        Map<String, SettingValue> externals = new TreeMap<>();
        for (ExternalVariable variable : application.esql().externals()) {
            externals.putIfAbsent(variable.name(), Externals.initial(variable));
        }
        externals.putAll(application.externals().application());
        named(SettingKey.EXTERNALS, externals);
    }

    /** Adds values whose names the user chose. */
    private void named(String prefix, Map<String, SettingValue> values) {
        new TreeMap<>(values)
                .forEach(
                        (name, value) ->
                                all.add(
                                        new EffectiveSetting(
                                                prefix + name,
                                                value,
                                                SensitiveText.isSecretName(name))));
    }

    private void flow(CheckedFlow flow) {
        groups(flow);
        for (FlowAssignment assignment : application.assignments()) {
            if (assignment.flow().equals(flow.name())) {
                options(flow, assignment);
            }
        }
        for (String instance : flow.externals().keySet()) {
            String prefix = instance.isEmpty() ? "" : instance + ".";
            named(
                    flow.name() + "#" + prefix + SettingKey.EXTERNALS,
                    application.externals().of(flow, instance));
        }
        flow.nodes().forEach(node -> node(flow, node));
    }

    /** Adds the execution groups if an operator has changed them. */
    private void groups(CheckedFlow flow) {
        List<FlowAssignment> changed =
                application.assignments().stream()
                        .filter(a -> a.flow().equals(flow.name()) && Placements.isChanged(a))
                        .toList();
        if (!changed.isEmpty()) {
            List<String> names = changed.stream().map(FlowAssignment::group).toList();
            all.add(
                    new EffectiveSetting(
                            flow.name() + "#executionGroups",
                            new SettingValue(
                                    names, names, Layer.OPERATOR, changed.getFirst().place()),
                            false));
        }
    }

    private void options(CheckedFlow flow, FlowAssignment assignment) {
        boolean single =
                application.assignments().stream().filter(a -> a.flow().equals(flow.name())).count()
                        == 1;
        String group = single ? "" : assignment.group() + "/";
        FlowOptions options = flow.options().in(assignment.options());
        for (Setting setting : FlowOptions.ASSIGNED.settings()) {
            String key = group + flow.name() + "#" + setting.name();
            SettingValue value = options.values().get(setting.name());
            add(key, setting, value, flow.place());
        }
    }

    private void node(CheckedFlow flow, CheckedNode node) {
        for (Setting setting : node.type().description().properties().settings()) {
            String key = flow.name() + "#" + node.name() + "." + setting.name();
            add(key, setting, node.properties().get(setting.name()), node.place());
        }
    }

    private void add(String key, Setting setting, SettingValue value, Place place) {
        all.add(
                value == null
                        ? EffectiveSetting.ofDefault(key, setting, place)
                        : new EffectiveSetting(key, value, setting.sensitive()));
    }
}
