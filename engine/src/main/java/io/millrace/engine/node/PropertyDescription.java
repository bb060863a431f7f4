package io.millrace.engine.node;

import java.util.List;
import java.util.Objects;

/**
 * A property of a node type.
 *
 * @param name name as in WMQI
 * @param kind kind of its value
 * @param required whether a flow must set it
 * @param defaultValue default value as a string; empty for none
 * @param choices valid words of a CHOICE; otherwise empty
 * @param description purpose in one or two sentences
 * @param aliases other names in flows, for example names of older products
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

    /** Whether this property has a name, which can be an alias. */
    public boolean isNamed(String given) {
        return name.equals(given) || aliases.contains(given);
    }
}
