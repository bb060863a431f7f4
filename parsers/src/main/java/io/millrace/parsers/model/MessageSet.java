package io.millrace.parsers.model;

import java.util.LinkedHashMap;
import java.util.SequencedMap;

/**
 * A message set: messages and their parts, in the order of their declaration.
 *
 * @param name name in flows and message headers
 * @param identifier second name of the set, as used in existing messages; empty if there is none
 * @param namespace namespace of elements that do not specify a namespace; empty if there is none
 * @param formats physical formats by name
 * @param messages messages by name; the type of each message is complex
 * @param types named types
 * @param groups named groups
 * @param elements global elements by name, to which types can refer
 */
public record MessageSet(
        String name,
        String identifier,
        String namespace,
        SequencedMap<String, PhysicalFormat> formats,
        SequencedMap<String, ElementDeclaration> messages,
        SequencedMap<String, Type> types,
        SequencedMap<String, Group> groups,
        SequencedMap<String, ElementDeclaration> elements) {

    public MessageSet {
        formats = ImmutableCopies.of(formats);
        messages = ImmutableCopies.of(messages);
        types = ImmutableCopies.of(types);
        groups = ImmutableCopies.of(groups);
        elements = ImmutableCopies.of(elements);
    }

    /**
     * Returns a message set with one Custom Wire Format, without identifier, namespace, groups and
     * global elements.
     */
    public static MessageSet of(
            String name,
            CwfFormat format,
            SequencedMap<String, ElementDeclaration> messages,
            SequencedMap<String, Type> types) {
        var formats = new LinkedHashMap<String, PhysicalFormat>();
        formats.put(format.name(), format);
        return new MessageSet(
                name,
                "",
                "",
                formats,
                messages,
                types,
                new LinkedHashMap<>(),
                new LinkedHashMap<>());
    }

    /**
     * Returns the declaration of a named type, and any other type unchanged; null if the set has no
     * type with the name.
     */
    public Type resolve(Type type) {
        Type found = type;
        for (int steps = 0; found instanceof NamedType(String called); steps++) {
            found = steps > types.size() ? null : types.get(called);
        }
        return found;
    }
}
