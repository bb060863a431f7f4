package io.millrace.flows.definition;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Problems;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Values that replace values in the files of flows and in {@code application.yaml}, by the full
 * names of their settings. Immutable.
 */
public final class Overrides {

    /** No values. */
    public static final Overrides NONE = new Overrides(Map.of(), List.of());

    private final Map<SettingKey, PropertyText> values;

    /** Overrides of other environments, of which only the names are checked. */
    private final List<Overrides> unused;

    /** Values by flow, node and property. */
    private final Map<String, Map<String, Map<String, PropertyText>>> index = new HashMap<>();

    private Overrides(Map<SettingKey, PropertyText> values, List<Overrides> unused) {
        this.unused = List.copyOf(unused);
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
                                advice(name));
                    }
                });
        return new Overrides(values, List.of());
    }

    /** Returns advice about a name without a valid form. */
    private static String advice(String name) {
        String[] parts = name.split("\\.", 2);
        boolean path = name.indexOf('#') < 0 && parts.length == 2 && parts[1].indexOf('.') > 0;
        return path
                ? "write # after the name of the flow: " + parts[0] + "#" + parts[1]
                : "write " + SettingKey.RULE;
    }

    /**
     * Returns these overrides together with the overrides of other environments, which have no
     * effect.
     */
    public Overrides withUnused(List<Overrides> others) {
        return new Overrides(values, others);
    }

    /** Returns the overrides of other environments. */
    public List<Overrides> unused() {
        return unused;
    }

    /**
     * Returns these values. Values of the other overrides replace values of lower or equal layers.
     */
    public Overrides and(Overrides other) {
        Map<SettingKey, PropertyText> all = new LinkedHashMap<>(values);
        other.values.forEach(
                (key, value) -> all.merge(key, value, (a, b) -> b.replaces(a) ? b : a));
        List<Overrides> both = new ArrayList<>(unused);
        both.addAll(other.unused);
        return new Overrides(all, both);
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
