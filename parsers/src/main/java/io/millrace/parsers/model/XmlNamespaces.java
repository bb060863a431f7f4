package io.millrace.parsers.model;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import java.util.SequencedMap;

/**
 * How namespaces are written.
 *
 * @param prefixes namespaces by the prefix that they get; the empty prefix for the default one
 * @param schemaLocations where schemas are, by their namespace, for {@code xsi:schemaLocation}; the
 *     empty namespace for {@code xsi:noNamespaceSchemaLocation}
 * @param declaration where prefixes are declared
 */
public record XmlNamespaces(
        @Key("namespaces") SequencedMap<String, String> prefixes,
        SequencedMap<String, String> schemaLocations,
        @Key("namespaceDeclaration") Declaration declaration) {

    public static final XmlNamespaces DEFAULTS =
            new XmlNamespaces(
                    ImmutableCopies.of(Map.of()),
                    ImmutableCopies.of(Map.of()),
                    Declaration.AT_START_OF_DOCUMENT);

    public XmlNamespaces {
        prefixes = ImmutableCopies.of(prefixes);
        schemaLocations = ImmutableCopies.of(schemaLocations);
        requireNonNull(declaration);
    }

    /** Where prefixes are declared in a document that is written. */
    public enum Declaration implements Word {
        /** All in the root tag. */
        AT_START_OF_DOCUMENT,
        /** Each in the tag that needs it first. */
        AS_REQUIRED
    }
}
