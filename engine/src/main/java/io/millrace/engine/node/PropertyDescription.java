package io.millrace.engine.node;

import java.util.List;
import java.util.Objects;

/**
 * A property of a node type.
 *
 * @param name as in WMQI
 * @param kind what its value is
 * @param required whether a flow must give it
 * @param defaultValue what it is when not given, as text; empty for none
 * @param choices the words of a CHOICE, else empty
 * @param description what it does, in a sentence or two
 */
public record PropertyDescription(
        String name, PropertyKind kind, boolean required, String defaultValue, List<String> choices, String description) {

    public PropertyDescription {
        Objects.requireNonNull(defaultValue);
        choices = List.copyOf(choices);
    }

    public static PropertyDescription required(String name, PropertyKind kind, String description) {
        return new PropertyDescription(name, kind, true, "", List.of(), description);
    }

    public static PropertyDescription optional(
            String name, PropertyKind kind, String defaultValue, String description) {
        return new PropertyDescription(name, kind, false, defaultValue, List.of(), description);
    }

    public static PropertyDescription choice(
            String name, String defaultValue, List<String> choices, String description) {
        return new PropertyDescription(name, PropertyKind.CHOICE, false, defaultValue, choices, description);
    }
}
