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
 * @param aliases other names under which a flow may give it, for example those of older products
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

    /** The same property, to be given under other names too. */
    public PropertyDescription alias(String... names) {
        return new PropertyDescription(
                name, kind, required, defaultValue, choices, description, List.of(names));
    }

    /** Whether a flow means this property by a name. */
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
