package io.millrace.flows.definition;

import io.millrace.engine.error.Place;

import java.util.List;

/**
 * The value of a property in a file: one string, or a list of strings.
 *
 * @param keyPlace position of the property's name
 * @param place position of its value
 * @param texts value as written, without parameter substitution; one element unless it is a list
 * @param list whether the value is written as a list
 */
public record PropertyText(Place keyPlace, Place place, List<String> texts, boolean list) {

    public PropertyText {
        texts = List.copyOf(texts);
    }

    public static PropertyText of(Place keyPlace, Place place, String text) {
        return new PropertyText(keyPlace, place, List.of(text), false);
    }

    /** Returns the string of a value that is not a list. */
    public String text() {
        return texts.isEmpty() ? "" : texts.getFirst();
    }
}
