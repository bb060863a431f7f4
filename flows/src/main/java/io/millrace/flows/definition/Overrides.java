package io.millrace.flows.definition;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Problems;

import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Values that replace those in the files of flows and in {@code application.yaml}, by the full
 * names of their settings. Immutable.
 */
public final class Overrides {

    /** No values. */
    public static final Overrides NONE = new Overrides(Map.of());

    private final Map<SettingKey, PropertyText> values;

    /** Values by flow, node and property. */
    private final Map<String, Map<String, Map<String, PropertyText>>> index = new HashMap<>();

    private Overrides(Map<SettingKey, PropertyText> values) {
        this.values = Collections.unmodifiableMap(values);
        values.forEach(
                (key, value) ->
                        index.computeIfAbsent(key.flow(), f -> new HashMap<>())
                                .computeIfAbsent(key.node(), n -> new LinkedHashMap<>())
                                .put(key.property(), value));
    }

    /** Returns overrides with names that are not parsed yet. Reports names without a valid form. */
    public static Overrides of(Map<String, PropertyText> given, Problems problems) {
        Map<SettingKey, PropertyText> values = new LinkedHashMap<>();
        given.forEach(
                (name, value) -> {
                    SettingKey key = SettingKey.parse(name);
                    if (key.isValid()) {
                        values.put(key, value);
                    } else {
                        problems.error(
                                ErrorCode.UNKNOWN_KEY,
                                value.keyPlace(),
                                "'" + name + "' is not the full name of a setting",
                                "write " + SettingKey.RULE);
                    }
                });
        return new Overrides(values);
    }

    /** Returns these values. Values of other overrides replace those of lower or equal layers. */
    public Overrides and(Overrides other) {
        Map<SettingKey, PropertyText> all = new LinkedHashMap<>(values);
        other.values.forEach(
                (key, value) -> all.merge(key, value, (a, b) -> b.replaces(a) ? b : a));
        return new Overrides(all);
    }

    /**
     * Returns the values for a node or subflow instance, by property.
     *
     * @param node full name; empty for the flow itself
     */
    public Map<String, PropertyText> of(String flow, String node) {
        return index.getOrDefault(flow, Map.of()).getOrDefault(node, Map.of());
    }

    /** Returns all values with their layers. */
    public Map<SettingKey, PropertyText> values() {
        return values;
    }
}
