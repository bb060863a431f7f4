package io.millrace.parsers.model;

import java.util.Map;
import java.util.Objects;
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
        SequencedMap<String, String> prefixes,
        SequencedMap<String, String> schemaLocations,
        Declaration declaration) {

    public static final XmlNamespaces DEFAULTS =
            new XmlNamespaces(
                    ImmutableCopies.of(Map.of()),
                    ImmutableCopies.of(Map.of()),
                    Declaration.AT_START_OF_DOCUMENT);

    public XmlNamespaces {
        prefixes = ImmutableCopies.of(prefixes);
        schemaLocations = ImmutableCopies.of(schemaLocations);
        Objects.requireNonNull(declaration);
    }

    /** Elements in which a written document declares prefixes. */
    public enum Declaration {
        /** All prefixes in the root tag. */
        AT_START_OF_DOCUMENT("atStartOfDocument"),
        /** Each in the tag that needs it first. */
        AS_REQUIRED("asRequired");

        private final String word;

        Declaration(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }
}
