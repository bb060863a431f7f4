package io.millrace.models.xsd;

import static java.lang.Math.min;

import io.millrace.engine.error.Place;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import javax.xml.XMLConstants;
import javax.xml.namespace.QName;

/**
 * An element of a document. After it was read, only the properties of the schema in the root
 * element change.
 */
final class XmlNode {

    static final String XSD = XMLConstants.W3C_XML_SCHEMA_NS_URI;

    private static final Pattern NAME = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}\\p{M}_.\u00b7-]*");

    final XmlNode parent;
    final XmlNode root;
    final String namespace;
    final String name;
    final Place place;

    /**
     * Attributes without a namespace by their name; those with a namespace by {@code {uri}name}.
     */
    final Map<String, String> attributes = new LinkedHashMap<>();

    final List<XmlNode> children = new ArrayList<>();

    /** Namespaces that are declared here, by prefix. */
    final Map<String, String> prefixes = new LinkedHashMap<>();

    final StringBuilder text = new StringBuilder();

    /** In the root: namespace of the schema or of the including schema; empty if there is none. */
    private String target;

    /**
     * In the root: whether the schema is imported completely; otherwise only referenced
     * declarations.
     */
    private boolean main;

    XmlNode(XmlNode parent, String namespace, String name, Place place) {
        this.parent = parent;
        root = parent == null ? this : parent.root;
        this.namespace = namespace;
        this.name = name;
        this.place = place;
    }

    /** Sets the namespace of the schema, and whether the schema is imported completely. */
    void include(String targetNamespace, boolean isMain) {
        target = targetNamespace;
        main = isMain;
    }

    /** Returns the namespace of the schema; empty if there is none, null before it is set. */
    String target() {
        return root.target;
    }

    boolean isMain() {
        return root.main;
    }

    /** Whether a string is a valid name of a declaration (an NCName); false for null. */
    static boolean isName(String text) {
        return text != null && NAME.matcher(text).matches();
    }

    /** Whether this is an element of XML Schema with one of these names. */
    boolean is(String... names) {
        return namespace.equals(XSD) && List.of(names).contains(name);
    }

    /** Returns the position of an attribute; the position of the element if it is not found. */
    Place place(String attribute) {
        String text = place.source().text();
        int start = 0;
        for (int line = 1; line < place.line() && start >= 0; line++) {
            start = text.indexOf('\n', start) + 1;
        }
        Matcher found =
                Pattern.compile(
                                "\\G[^>]*?\\s("
                                        + Pattern.quote(attribute)
                                        + "\\s*=\\s*[\"'][^\"'>]*[\"'])")
                        .matcher(text);
        return !attribute.isEmpty() && found.find(min(text.length(), start + place.column() - 1))
                ? place.source().at(found.start(1), found.end(1) - found.start(1))
                : place;
    }

    /** Returns the tag as written, without the prefix. */
    String written() {
        return name;
    }

    /** Returns the qualified name of a global declaration. */
    QName declared() {
        return new QName(target(), get("name"));
    }

    boolean isQualified() {
        String standard = is("attribute") ? "attributeFormDefault" : "elementFormDefault";
        return get("form", root.get(standard, "")).equals("qualified");
    }

    /**
     * Returns the value of an attribute without surrounding blanks; null if the attribute is
     * missing.
     */
    String get(String attribute) {
        return get(attribute, null);
    }

    String get(String attribute, String standard) {
        String value = attributes.get(attribute);
        return value == null ? standard : value.strip();
    }

    boolean isTrue(String attribute) {
        return get(attribute, "").matches("true|1");
    }

    /**
     * Returns the first child element of XML Schema with one of these names; null if there is none.
     */
    XmlNode child(String... names) {
        return children(names).findFirst().orElse(null);
    }

    Stream<XmlNode> children(String... names) {
        return children.stream().filter(c -> c.is(names));
    }

    /** Returns the namespace of a prefix; null if the prefix is not declared. */
    String uri(String prefix) {
        String uri = prefixes.get(prefix);
        if (uri != null || parent != null) {
            return uri != null ? uri : parent.uri(prefix);
        }
        return prefix.isEmpty() ? "" : prefix.equals("xml") ? XMLConstants.XML_NS_URI : null;
    }

    /** Returns the documentation on one line. */
    String documentation() {
        StringBuilder words = new StringBuilder();
        children("annotation")
                .flatMap(a -> a.children("documentation"))
                .forEach(d -> words.append(' ').append(d.allText(0)));
        String plain = words.toString().replaceAll("\\s+", " ").strip();
        return plain.substring(0, min(plain.length(), 1_000));
    }

    private String allText(int level) {
        StringBuilder all = new StringBuilder(text);
        if (level < 20) {
            children.forEach(c -> all.append(' ').append(c.allText(level + 1)));
        }
        return all.toString();
    }

    /** Returns a label for problems: the tag and the declared name. */
    String label() {
        String declared = get("name", get("ref"));
        return declared == null ? name : name + " " + declared;
    }
}
