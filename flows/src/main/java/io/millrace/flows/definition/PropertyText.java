package io.millrace.flows.definition;

import io.millrace.engine.error.Place;

import java.util.List;

/**
 * The value that a file gives to a property: one text, or a list of them.
 *
 * @param keyPlace where the property's name is written
 * @param place where its value is written
 * @param texts the value as written, one element unless it is a list; parameters are not put in yet
 * @param list whether it is written as a list
 */
public record PropertyText(Place keyPlace, Place place, List<String> texts, boolean list) {

    public PropertyText {
        texts = List.copyOf(texts);
    }

    public static PropertyText of(Place keyPlace, Place place, String text) {
        return new PropertyText(keyPlace, place, List.of(text), false);
    }

    /** The text of a value that is not a list. */
    public String text() {
        return texts.isEmpty() ? "" : texts.getFirst();
    }
}
