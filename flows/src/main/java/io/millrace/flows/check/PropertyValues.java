package io.millrace.flows.check;

import io.millrace.engine.error.Place;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/**
 * The properties of a checked node. Every value, given or default, matches the kind of its
 * property.
 *
 * @param nodePlace position used for properties that are not given
 * @param values values by property name
 */
record PropertyValues(Place nodePlace, Map<String, Entry> values) {

    /**
     * A value: its strings with parameters substituted, whether the flow sets it, and its position.
     */
    record Entry(List<String> texts, boolean given, Place place) {}

    private static final Entry NOTHING = new Entry(List.of(), false, null);

    private Entry entry(String property) {
        return values.getOrDefault(property, NOTHING);
    }

    boolean isGiven(String property) {
        return entry(property).given();
    }

    String text(String property) {
        List<String> texts = entry(property).texts();
        return texts.isEmpty() ? "" : texts.getFirst();
    }

    List<String> list(String property) {
        return entry(property).texts();
    }

    boolean flag(String property) {
        return truth(text(property));
    }

    int integer(String property) {
        String text = text(property);
        return text.isEmpty() ? 0 : Integer.parseInt(text);
    }

    long millis(String property) {
        String text = text(property);
        return text.isEmpty() ? 0 : new BigDecimal(text).movePointRight(3).longValue();
    }

    Place place(String property) {
        Place place = entry(property).place();
        return place == null ? nodePlace : place;
    }

    static boolean truth(String word) {
        return word.equalsIgnoreCase("true") || word.equalsIgnoreCase("yes");
    }
}
