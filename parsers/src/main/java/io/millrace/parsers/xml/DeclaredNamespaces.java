package io.millrace.parsers.xml;

import com.ctc.wstx.dtd.DTDAttribute;
import com.ctc.wstx.dtd.DTDElement;
import com.ctc.wstx.dtd.DTDSubset;
import com.ctc.wstx.util.PrefixedName;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

import javax.xml.stream.XMLStreamReader;

/**
 * The namespaces of a document with a DTD that declares {@code xmlns} attributes with types. The
 * value of such an attribute is normalized by its type (XML 1.0, 3.3.3) before namespaces are
 * compared, which Woodstox omits. For other documents, Woodstox determines the namespaces.
 */
final class DeclaredNamespaces {

    /** Attributes {@code xmlns} whose type is not CDATA, by the name of their tag. */
    private final Map<String, Set<String>> normalized = new HashMap<>();

    /** The scopes of the open tags. */
    private final ArrayDeque<Scope> scopes = new ArrayDeque<>();

    /** The declarations that apply inside a tag; null if there are none. */
    private record Scope(NamespaceScope inside) {}

    /** Adds the types that a DTD declares. The DTD must have been read without namespaces. */
    void addTypes(DTDSubset dtd) {
        Map<PrefixedName, DTDElement> elements = dtd.getElementMap();
        if (elements == null) {
            return;
        }
        for (DTDElement element : elements.values()) {
            Map<PrefixedName, DTDAttribute> attributes = element.getAttributes();
            if (attributes == null) {
                continue;
            }
            for (DTDAttribute attribute : attributes.values()) {
                String name = attribute.getName().toString();
                boolean isDeclaration = name.equals("xmlns") || name.startsWith("xmlns:");
                if (isDeclaration && attribute.getValueType() != DTDAttribute.TYPE_CDATA) {
                    normalized
                            .computeIfAbsent(element.getName().toString(), _ -> new HashSet<>())
                            .add(name);
                }
            }
        }
    }

    private boolean isUnused() {
        return normalized.isEmpty();
    }

    /**
     * Enters the current tag.
     *
     * @return the name of an attribute that the tag has twice; null if there is none
     */
    String enter(XMLStreamReader reader) {
        if (isUnused()) {
            return null;
        }
        NamespaceScope scope = scopes.isEmpty() ? null : scopes.peek().inside();
        for (int i = 0; i < reader.getNamespaceCount(); i++) {
            String prefix = empty(reader.getNamespacePrefix(i));
            scope = new NamespaceScope(scope, prefix, declared(reader, i), 0);
        }
        scopes.push(new Scope(scope));
        var names = new HashSet<String>();
        for (int i = 0; i < reader.getAttributeCount(); i++) {
            String local = reader.getAttributeLocalName(i);
            if (!names.add(local + ' ' + attribute(reader, i))) {
                return local;
            }
        }
        return null;
    }

    void leave() {
        if (!isUnused()) {
            scopes.pop();
        }
    }

    /** Returns the namespace that the current tag declares. */
    String declared(XMLStreamReader reader, int declaration) {
        String uri = empty(reader.getNamespaceURI(declaration));
        if (isUnused()) {
            return uri;
        }
        String prefix = empty(reader.getNamespacePrefix(declaration));
        String attribute = prefix.isEmpty() ? "xmlns" : "xmlns:" + prefix;
        String tag = qualified(reader.getPrefix(), reader.getLocalName());
        return normalized.getOrDefault(tag, Set.of()).contains(attribute)
                ? uri.replaceAll(" +", " ").replaceAll("^ | $", "")
                : uri;
    }

    private static String qualified(String prefix, String local) {
        return empty(prefix).isEmpty() ? local : prefix + ':' + local;
    }

    /** Returns the namespace of the current tag; null or empty if it is in no namespace. */
    String element(XMLStreamReader reader) {
        return isUnused() ? reader.getNamespaceURI() : uri(reader.getPrefix());
    }

    /** Returns the namespace of an attribute; null or empty if it is in no namespace. */
    String attribute(XMLStreamReader reader, int attribute) {
        if (isUnused()) {
            return reader.getAttributeNamespace(attribute);
        }
        String prefix = empty(reader.getAttributePrefix(attribute));
        return prefix.isEmpty() ? "" : uri(prefix);
    }

    private String uri(String prefix) {
        return NamespaceScope.uri(scopes.peek().inside(), empty(prefix));
    }

    private static String empty(String text) {
        return text == null ? "" : text;
    }
}
