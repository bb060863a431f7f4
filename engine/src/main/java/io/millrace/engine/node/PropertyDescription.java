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

    /** Whether a name in a flow is a name of this property. */
    public boolean isNamed(String given) {
        return name.equals(given) || aliases.contains(given);
    }
}
