package io.millrace.parsers.text;

import io.millrace.engine.error.Place;

import java.util.List;

/**
 * A list.
 *
 * @param place position of the first character
 * @param items items in the order of the file
 */
public record YamlSequence(Place place, List<YamlNode> items) implements YamlNode {

    public YamlSequence {
        items = List.copyOf(items);
    }

    @Override
    public String kind() {
        return items.isEmpty() ? "an empty list" : "a list";
    }
}
