package io.millrace.parsers.xml;

import io.millrace.parsers.model.Derivations;

/**
 * A namespace declaration in force, with the enclosing declarations. Immutable, so that copies of
 * an element can share it. Null represents a scope without declarations.
 *
 * @param outer enclosing scope; null if there is none
 * @param prefix declared prefix; empty for the default namespace
 * @param uri namespace; empty if the declaration undeclares the default namespace
 * @param at offset in the body of the tag with the declaration
 */
record NamespaceScope(NamespaceScope outer, String prefix, String uri, int at)
        implements TagContext {

    static final String XML_URI = "http://www.w3.org/XML/1998/namespace";
    static final String XMLNS_URI = "http://www.w3.org/2000/xmlns/";
    static final String XSI_URI = Derivations.XSI;

    /**
     * Returns the namespace of a prefix. For an undeclared prefix, it is null; for an undeclared
     * default namespace, it is empty.
     */
    static String uri(NamespaceScope scope, String prefix) {
        for (NamespaceScope s = scope; s != null; s = s.outer) {
            if (s.prefix.equals(prefix)) {
                return s.uri;
            }
        }
        return switch (prefix) {
            case "" -> "";
            case "xml" -> XML_URI;
            case "xmlns" -> XMLNS_URI;
            default -> null;
        };
    }

    /**
     * Returns the scope outside the tag that begins at an offset, where {@code scope} is the scope
     * inside.
     */
    static NamespaceScope outside(NamespaceScope scope, int tagStart) {
        NamespaceScope s = scope;
        while (s != null && s.at >= tagStart) {
            s = s.outer;
        }
        return s;
    }
}
