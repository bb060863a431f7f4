package io.millrace.projects.dialect;

import java.util.Map;

/** The conversion of an attribute of a node. */
public sealed interface Rule {

    /**
     * The attribute is a property with another name or other values.
     *
     * @param property name of the property
     * @param values replaced values
     * @param converter conversion of the value
     */
    record Rename(String property, Map<String, String> values, Converter converter)
            implements Rule {}

    /** The attribute adds a word to the list {@code options} if it has a value. */
    record Option(String word, String value) implements Rule {}

    /**
     * The attribute has no equivalent.
     *
     * @param sentence behaviour of the flow, as the end of a sentence
     * @param missing whether the flow lacks a function
     */
    record Difference(String sentence, boolean missing) implements Rule {}

    /** The attribute has no effect that can be observed. */
    record NoEffect() implements Rule {}
}
