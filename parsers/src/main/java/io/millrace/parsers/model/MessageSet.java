package io.millrace.parsers.model;

import java.util.LinkedHashMap;
import java.util.SequencedMap;

/**
 * A message set: messages and their parts, in the order of their declaration.
 *
 * @param name name in flows and message headers
 * @param identifier second name of the same set, as in existing messages; empty for none
 * @param namespace the namespace of elements that do not specify one; empty for none
 * @param formats the physical formats by name
 * @param messages messages by name; the type of each is complex
 * @param types types that have a name, by it
 * @param groups groups that have a name, by it
 * @param elements elements that several types refer to, by name
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
     * Returns a set of records in one format, without identifier, namespace, groups and elements.
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

    /** Returns the type, resolved if it is a name; null if the set has no type of that name. */
    public Type resolve(Type type) {
        Type found = type;
        for (int steps = 0; found instanceof NamedType(String called); steps++) {
            found = steps > types.size() ? null : types.get(called);
        }
        return found;
    }
}
