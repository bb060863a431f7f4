package io.millrace.flows.definition;

import io.millrace.engine.error.Place;
import io.millrace.engine.setting.Layer;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The value of a property in a file: one string, or a list of strings.
 *
 * @param keyPlace position of the property's name
 * @param place position of its value
 * @param texts value as written, without parameter substitution; one element unless it is a list
 * @param list whether the value is written as a list
 * @param layer layer of the file
 * @param places positions of the strings; empty if they have that of the value
 */
public record PropertyText(
        Place keyPlace,
        Place place,
        List<String> texts,
        boolean list,
        Layer layer,
        List<Place> places) {

    public PropertyText {
        texts = List.copyOf(texts);
        places = List.copyOf(places);
    }

    /** Creates a value whose strings have no positions of their own. */
    public PropertyText(
            Place keyPlace, Place place, List<String> texts, boolean list, Layer layer) {
        this(keyPlace, place, texts, list, layer, List.of());
    }

    /** Returns a single value of a flow. */
    public static PropertyText of(Place keyPlace, Place place, String text) {
        return new PropertyText(keyPlace, place, List.of(text), false, Layer.FLOW);
    }

    /** Returns the string of a value that is not a list. */
    public String text() {
        return texts.isEmpty() ? "" : texts.getFirst();
    }

    /** Whether this value replaces another value of the same property. */
    public boolean replaces(PropertyText other) {
        return layer.compareTo(other.layer) >= 0;
    }

    /**
     * Returns the values of properties. A value is replaced by another value of the same property,
     * unless the other value has a lower layer.
     */
    public static Map<String, PropertyText> merge(
            Map<String, PropertyText> values, Map<String, PropertyText> others) {
        if (others.isEmpty()) {
            return values;
        }
        Map<String, PropertyText> all = new LinkedHashMap<>(values);
        others.forEach((name, value) -> all.merge(name, value, (a, b) -> b.replaces(a) ? b : a));
        return all;
    }

    /** Returns the values of EXTERNAL variables among properties, by the names of the variables. */
    public static Map<String, PropertyText> externals(Map<String, PropertyText> properties) {
        Map<String, PropertyText> externals = new LinkedHashMap<>();
        properties.forEach(
                (name, value) -> {
                    if (name.startsWith(SettingKey.EXTERNALS)) {
                        externals.put(name.substring(SettingKey.EXTERNALS.length()), value);
                    }
                });
        return externals;
    }
}
