package io.millrace.parsers.model;

import java.util.Map;
import java.util.SequencedMap;

/**
 * Settings of the namespaces in written documents.
 *
 * @param prefixes namespaces by their prefixes in the output; the empty prefix denotes the default
 *     namespace
 * @param schemaLocations schema locations by namespace, for {@code xsi:schemaLocation}; the
 *     location of the empty namespace is written as {@code xsi:noNamespaceSchemaLocation}
 * @param declaration elements in which prefixes are declared
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
    }

    /** The elements of a written document in which prefixes are declared. */
    public enum Declaration implements Word {
        /** All prefixes are declared in the root tag. */
        AT_START_OF_DOCUMENT,
        /** Each prefix is declared in the first tag that needs it. */
        AS_REQUIRED
    }
}
