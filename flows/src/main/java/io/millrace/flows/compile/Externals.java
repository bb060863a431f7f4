package io.millrace.flows.compile;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Place;
import io.millrace.engine.error.Problems;
import io.millrace.engine.error.SensitiveText;
import io.millrace.engine.esql.EsqlProgram;
import io.millrace.engine.esql.ExternalVariable;
import io.millrace.engine.setting.Layer;
import io.millrace.engine.setting.SettingValue;
import io.millrace.flows.application.ApplicationFiles;
import io.millrace.flows.check.CheckedFlow;
import io.millrace.flows.definition.Endpoint;
import io.millrace.flows.definition.FlowDefinition;
import io.millrace.flows.definition.NodeEntry;
import io.millrace.flows.definition.Promotion;
import io.millrace.flows.definition.PropertyText;
import io.millrace.flows.definition.SettingKey;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The values of the EXTERNAL variables of an application. Values that a flow or a subflow instance
 * sets apply to its own nodes; other values apply to all nodes.
 */
final class Externals {

    private final Map<String, SettingValue> application = new LinkedHashMap<>();
    private final Map<String, Place> named = new LinkedHashMap<>();
    private final Set<String> perNode = new TreeSet<>();
    private final Problems problems;

    /** Collects the values and all names, including the names in definitions that are not used. */
    Externals(ApplicationFiles files, Problems problems) {
        this.problems = problems;
        Map<String, PropertyText> overrides = new LinkedHashMap<>();
        files.overrides()
                .values()
                .forEach(
                        (key, value) -> {
                            if (key.isExternal()) {
                                String name =
                                        key.property().substring(SettingKey.EXTERNALS.length());
                                name(name, value.keyPlace());
                                if (key.flow().isEmpty()) {
                                    overrides.put(name, value);
                                } else {
                                    perNode.add(name);
                                }
                            }
                        });
        Map<String, PropertyText> given = files.settings().externals();
        PropertyText.merge(given, overrides)
                .forEach(
                        (name, value) -> {
                            if (!value.texts().isEmpty()) {
                                application.put(name, filled(value, files));
                            }
                        });
        given.forEach((name, value) -> name(name, value.keyPlace()));
        files.definitions().forEach(this::definition);
    }

    private SettingValue filled(PropertyText value, ApplicationFiles files) {
        String text = files.settings().parameters().fill(value.text(), value.place(), problems);
        return new SettingValue(List.of(text), value.texts(), value.layer(), value.place());
    }

    private void definition(FlowDefinition definition) {
        definition.externals().forEach((name, value) -> perNode(name, value.keyPlace()));
        for (NodeEntry node : definition.nodes().values()) {
            PropertyText.externals(node.properties())
                    .forEach((name, value) -> perNode(name, value.keyPlace()));
        }
        for (Promotion promotion : definition.promotions().values()) {
            for (Endpoint target : promotion.targets()) {
                String terminal = target.terminal();
                if (target.node().equals(Promotion.EXTERNALS)) {
                    perNode(terminal, target.terminalPlace());
                } else if (terminal.startsWith(SettingKey.EXTERNALS)) {
                    perNode(
                            terminal.substring(SettingKey.EXTERNALS.length()),
                            target.terminalPlace());
                }
            }
        }
    }

    private void perNode(String name, Place place) {
        perNode.add(name);
        name(name, place);
    }

    private void name(String name, Place place) {
        named.putIfAbsent(name, place);
    }

    /** Returns the names of the variables whose values can differ between nodes. */
    Set<String> perNode() {
        return perNode;
    }

    /** Returns the values of the variables that have the same value in all nodes. */
    Map<String, String> ofApplication() {
        Map<String, String> values = new HashMap<>();
        application.forEach(
                (name, value) -> {
                    if (!perNode.contains(name)) {
                        values.put(name, value.text());
                    }
                });
        return values;
    }

    /** Returns the values that are set for all flows. */
    public Map<String, SettingValue> application() {
        return application;
    }

    /** Returns the effective values that a flow or subflow instance sets. */
    public Map<String, SettingValue> of(CheckedFlow flow, String instance) {
        Map<String, SettingValue> own = flow.externals().get(instance);
        Map<String, SettingValue> effective = SettingValue.merge(application, own);
        effective.keySet().retainAll(own.keySet());
        return effective;
    }

    /**
     * Returns the values of the variables whose values can differ between nodes. Invalid values,
     * which {@link #check} reports, are missing.
     */
    Map<String, String> texts(EsqlProgram esql, CheckedFlow flow, String instance) {
        Map<String, SettingValue> effective =
                SettingValue.merge(application, flow.externals().get(instance));
        Map<String, String> texts = new HashMap<>();
        effective.forEach(
                (name, value) -> {
                    boolean valid = esql.rejecting(name, value.text()).isEmpty();
                    if (perNode.contains(name) && valid) {
                        texts.put(name, value.text());
                    }
                });
        return texts;
    }

    /** Reports names that the ESQL does not declare, and values of the wrong type. */
    void check(EsqlProgram esql, List<CheckedFlow> flows) {
        Set<String> declared = new TreeSet<>();
        esql.externals().forEach(e -> declared.add(e.name()));
        named.forEach(
                (name, place) -> {
                    if (!declared.contains(name)) {
                        unknown(name, place, declared);
                    }
                });
        application.forEach((name, value) -> type(esql, name, value));
        for (CheckedFlow flow : flows) {
            flow.externals()
                    .values()
                    .forEach(values -> values.forEach((name, v) -> type(esql, name, v)));
        }
    }

    private void unknown(String name, Place place, Set<String> declared) {
        problems.warning(
                ErrorCode.ESQL_UNKNOWN_NAME,
                place,
                "the ESQL of the application declares no EXTERNAL variable " + name,
                Problems.didYouMean(
                        name,
                        declared,
                        declared.isEmpty()
                                ? "remove it, or declare the variable with DECLARE ... EXTERNAL"
                                : "it declares " + String.join(", ", declared)));
    }

    private void type(EsqlProgram esql, String name, SettingValue value) {
        for (ExternalVariable variable : esql.rejecting(name, value.text())) {
            problems.error(
                    ErrorCode.BAD_VALUE,
                    value.place(),
                    "%s must be a value of the type %s (found '%s')"
                            .formatted(
                                    name, variable.type(), SensitiveText.shown(name, value.text())),
                    "the variable is declared in " + variable.place());
        }
    }

    /** Returns a variable with its initial value. */
    public static SettingValue initial(ExternalVariable variable) {
        return SettingValue.of(variable.value(), Layer.DEFAULT, variable.place());
    }
}
