package io.millrace.engine.setting;

import io.millrace.engine.error.Place;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * An effective value of a setting with its origin.
 *
 * @param texts strings of the value, one unless the value is a list
 * @param written the same strings as written in the file, without substitution of parameters
 * @param layer layer of the value
 * @param place position of the value; for a default, position of what has the default
 * @param places positions of the strings; empty if they have the position of the value
 */
public record SettingValue(
        List<String> texts, List<String> written, Layer layer, Place place, List<Place> places) {

    public SettingValue {
        texts = List.copyOf(texts);
        written = List.copyOf(written);
        places = List.copyOf(places);
    }

    /** Creates a value whose strings have no positions of their own. */
    public SettingValue(List<String> texts, List<String> written, Layer layer, Place place) {
        this(texts, written, layer, place, List.of());
    }

    /** Returns a single value without parameters. */
    public static SettingValue of(String text, Layer layer, Place place) {
        return new SettingValue(List.of(text), List.of(text), layer, place);
    }

    /** Returns the string of a value that is not a list; empty if there is none. */
    public String text() {
        return texts.isEmpty() ? "" : texts.getFirst();
    }

    /** Returns the position of one of the strings. */
    public Place place(int index) {
        return index < places.size() ? places.get(index) : place;
    }

    /** Whether the value is not a default. */
    public boolean isGiven() {
        return layer != Layer.DEFAULT;
    }

    /** Whether this value replaces another value of the same setting. */
    public boolean replaces(SettingValue other) {
        return layer.compareTo(other.layer) >= 0;
    }

    /**
     * Returns the effective values of the settings in two mappings; a setting can be in both. Of
     * two values of the same setting and layer, the more specific one applies.
     */
    public static Map<String, SettingValue> merge(
            Map<String, SettingValue> general, Map<String, SettingValue> specific) {
        Map<String, SettingValue> all = new HashMap<>(general);
        specific.forEach((name, value) -> all.merge(name, value, (a, b) -> b.replaces(a) ? b : a));
        return all;
    }
}
