package io.millrace.parsers.model;

import java.util.Map;
import java.util.SequencedMap;

/**
 * Settings of the namespaces in written documents.
 *
 * @param prefixes namespaces by their prefixes in output; the empty prefix for the default
 *     namespace
 * @param schemaLocations schema locations by namespace, for {@code xsi:schemaLocation}; the empty
 *     namespace for {@code xsi:noNamespaceSchemaLocation}
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

    /** Where prefixes are declared in a document that is written. */
    public enum Declaration implements Word {
        /** All in the root tag. */
        AT_START_OF_DOCUMENT,
        /** Each in the tag that needs it first. */
        AS_REQUIRED
    }
}
