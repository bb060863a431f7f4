package io.millrace.engine.node;

import java.util.List;
import java.util.Objects;

/**
 * A property of a node type.
 *
 * @param name name as in WMQI
 * @param kind kind of its value
 * @param required whether a flow must set it
 * @param defaultValue default as text; empty for none
 * @param choices words of a CHOICE, otherwise empty
 * @param description purpose, in one or two sentences
 * @param aliases other names in flows, for example those of older products
 */
public record PropertyDescription(
        String name,
        PropertyKind kind,
        boolean required,
        String defaultValue,
        List<String> choices,
        String description,
        List<String> aliases) {

    public PropertyDescription {
        Objects.requireNonNull(defaultValue);
        choices = List.copyOf(choices);
        aliases = List.copyOf(aliases);
    }

    public PropertyDescription(
            String name,
            PropertyKind kind,
            boolean required,
            String defaultValue,
            List<String> choices,
            String description) {
        this(name, kind, required, defaultValue, choices, description, List.of());
    }

    /** Returns the property with additional names. */
    public PropertyDescription alias(String... names) {
        return new PropertyDescription(
                name, kind, required, defaultValue, choices, description, List.of(names));
    }

    /** Whether a name in a flow is a name of this property. */
    public boolean isNamed(String given) {
        return name.equals(given) || aliases.contains(given);
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
        return new PropertyDescription(
                name, PropertyKind.CHOICE, false, defaultValue, choices, description);
    }
}
